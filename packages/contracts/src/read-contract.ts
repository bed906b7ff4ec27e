import ts from 'typescript';
import type { Contract, Procedure } from './contract.ts';
import { literalsOf } from './load-program.ts';

/** The language's own types, read once. */
const language = new Map<string, ts.SourceFile>();

/** Makes a program of files that exist in memory only, with the language's own types and nothing else. */
export function programOf(files: Readonly<Record<string, string>>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es5.d.ts'],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name in files || fileExists(name);
  host.readFile = (name) => files[name] ?? readFile(name);
  host.getSourceFile = (name, ...rest) => {
    const text = files[name];
    if (text !== undefined) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2023);
    const found = language.get(name) ?? getSourceFile(name, ...rest);
    if (found) language.set(name, found);
    return found;
  };
  return ts.createProgram(Object.keys(files), options, host);
}

const FILE = '/contract.ts';

/** Reads a recorded contract back into types. Throws for a text that is none. */
export function readContract(text: string): Contract {
  const program = programOf({ [FILE]: text });
  const source = program.getSourceFile(FILE);
  const [problem] = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  if (problem)
    throw new Error(`This is no contract: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  const checker = program.getTypeChecker();
  const exported = source && checker.getSymbolAtLocation(source)?.exports;
  const typeNamed = (name: string): ts.Type => {
    const symbol = exported?.get(ts.escapeLeadingUnderscores(name));
    if (!symbol) throw new Error(`This is no contract: it has no ${name}.`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  };
  const membersOf = (type: ts.Type) =>
    new Map(checker.getPropertiesOfType(type).map((each) => [each.name, checker.getTypeOfSymbol(each)]));
  return {
    checker,
    procedures: new Map(
      [...membersOf(typeNamed('Procedures'))].map(([name, type]) => [name, procedureOf(membersOf(type))]),
    ),
    files: membersOf(typeNamed('Files')),
    addresses: literalsOf(typeNamed('Addresses')),
    refusals: literalsOf(typeNamed('Refusals')),
  };
}

function procedureOf(members: ReadonlyMap<string, ts.Type>): Procedure {
  const [kind, input, output] = ['kind', 'input', 'output'].map((name) => members.get(name));
  const [name] = kind ? literalsOf(kind) : [];
  if (!name || !input || !output)
    throw new Error('This is no contract: a procedure lacks its kind, input or output.');
  return { kind: name, input, output };
}
