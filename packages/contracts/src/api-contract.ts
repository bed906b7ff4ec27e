import { join } from 'node:path';
import type ts from 'typescript';
import type { Contract, Procedure } from './contract.ts';
import { fileAddress } from './file-address.ts';
import { exportedTypes, literalsOf, visitNodes } from './load-program.ts';

/** Today's API, with the places where each of its procedures is written. */
export interface ApiContract extends Contract {
  /** The 'noun.name' of each procedure, by the node that adds it to its router. */
  written: ReadonlyMap<ts.Node, string>;
  nouns: readonly string[];
}

/** Files that a program must contain for `readApi`. */
export function apiFiles(root: string): string[] {
  return ['contract.ts', 'errors.ts', 'file-routes.ts'].map((name) => join(root, 'api/src', name));
}

/** Reads the API's contract from the program of its sources. */
export function readApi(program: ts.Program, root: string): ApiContract {
  const checker = program.getTypeChecker();
  const [contractFile = '', errorsFile = ''] = apiFiles(root);
  const { AppRouter, ApiInputs, ApiOutputs, ...files } = Object.fromEntries(
    exportedTypes(program, contractFile),
  );
  const refusals = exportedTypes(program, errorsFile).get('RefusalCode');
  if (!AppRouter || !ApiInputs || !ApiOutputs || !refusals)
    throw new Error(
      'api/src/contract.ts must export AppRouter, ApiInputs and ApiOutputs, errors.ts RefusalCode.',
    );
  const member = (type: ts.Type, name: string): ts.Type => {
    const property = checker.getPropertyOfType(type, name);
    if (!property) throw new Error(`The API's types have no '${name}'.`);
    return checker.getTypeOfSymbol(property);
  };
  const record = member(member(AppRouter, '_def'), 'record');
  const procedures = new Map<string, Procedure>();
  const written = new Map<ts.Node, string>();
  for (const noun of checker.getPropertiesOfType(ApiOutputs)) {
    for (const procedure of checker.getPropertiesOfType(checker.getTypeOfSymbol(noun))) {
      const path = `${noun.name}.${procedure.name}`;
      const definition = member(member(member(record, noun.name), procedure.name), '_def');
      const [kind = ''] = literalsOf(member(definition, 'type'));
      const input = member(member(ApiInputs, noun.name), procedure.name);
      procedures.set(path, { kind, input, output: answered(checker, checker.getTypeOfSymbol(procedure)) });
      for (const node of procedure.declarations ?? []) written.set(node, path);
    }
  }
  return {
    checker,
    procedures,
    written,
    nouns: checker.getPropertiesOfType(ApiOutputs).map(({ name }) => name),
    files: new Map(Object.entries(files)),
    addresses: routeAddresses(program, root),
    refusals: literalsOf(refusals),
  };
}

/** A stream answers one thing after the other. */
function answered(checker: ts.TypeChecker, output: ts.Type): ts.Type {
  if (output.symbol?.name !== 'AsyncIterable') return output;
  return checker.getTypeArguments(output as ts.TypeReference)[0] ?? output;
}

function routeAddresses(program: ts.Program, root: string): string[] {
  const found = new Set<string>();
  const isOfTheApi = (file: ts.SourceFile) => file.fileName.startsWith(join(root, 'api/src/'));
  for (const file of program.getSourceFiles().filter(isOfTheApi)) {
    if (!file.fileName.endsWith('.routes.ts')) continue;
    visitNodes(file, (node) => {
      const address = fileAddress(node);
      if (address) found.add(address);
    });
  }
  return [...found];
}
