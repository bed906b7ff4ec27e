import { join, relative } from 'node:path';
import ts from 'typescript';
import type { ApiContract } from './api-contract.ts';
import type { Contract } from './contract.ts';
import { fileAddress } from './file-address.ts';
import { literalsOf, visitNodes } from './load-program.ts';

/** The packages whose code is a part of each front end's build. */
const SHARED = ['packages/federation/src', 'packages/ui/src', 'packages/domain/src'];

/**
 * Name of the refused call in the API's contract: every caller reads how it is refused, if only by the code
 * that all front ends share.
 */
const REFUSED_CALL = 'RefusedCall';

interface Uses {
  procedures: Set<string>;
  files: Set<string>;
  addresses: Set<string>;
  refusals: Set<string>;
}

/**
 * The part of the API's contract that a front end uses, found by the type checker: a name in its sources
 * counts when it is the very property by which a router has a procedure, whatever client it goes through.
 */
export function contractOf(consumer: string, program: ts.Program, api: ApiContract, root: string): Contract {
  const uses: Uses = { procedures: new Set(), files: new Set(), addresses: new Set(), refusals: new Set() };
  const own = [`${consumer}/src`, ...SHARED].map((folder) => join(root, folder, '/'));
  for (const file of program.getSourceFiles()) {
    if (!own.some((folder) => file.fileName.startsWith(folder))) continue;
    const find = createFinder(api, uses, (node) => whereIs(node, root));
    visitNodes(file, find);
  }
  const keep = <Value>(map: ReadonlyMap<string, Value>, used: ReadonlySet<string>) =>
    new Map([...map].filter(([name]) => used.has(name)));
  return {
    checker: api.checker,
    procedures: keep(api.procedures, uses.procedures),
    files: keep(api.files, uses.files.add(REFUSED_CALL)),
    addresses: [...uses.addresses],
    refusals: [...uses.refusals],
  };
}

/** Records what a node uses, if it uses anything. */
function createFinder(
  api: ApiContract,
  uses: Uses,
  where: (node: ts.Node) => string,
): (node: ts.Node) => void {
  const { checker } = api;
  const refusals = new Set(api.refusals);
  const note = (symbol: ts.Symbol | undefined) => {
    for (const declaration of symbol?.declarations ?? []) {
      const procedure = api.written.get(declaration);
      if (procedure) uses.procedures.add(procedure);
    }
  };
  const noteNamed = (node: ts.Node, owner: ts.Type, names: readonly string[]) => {
    const properties = checker.getPropertiesOfType(owner);
    const has = properties.some(({ declarations }) => declarations?.some((each) => api.written.has(each)));
    if (has && names.length === 0)
      throw new Error(`${where(node)}: nobody can tell which procedure this is; name it by a literal.`);
    for (const property of properties) if (names.includes(property.name)) note(property);
  };
  /** The customers' own `query('customers', 'dashboard', …)`: two texts that are types of the API's. */
  const noteCall = (call: ts.CallExpression) => {
    const [noun, name] = call.arguments;
    const asked = nounsTaken(api, call.expression);
    if (!noun || !name || asked.length === 0) return;
    const [nouns, names] = [noun, name].map((each) => literalsOf(checker.getTypeAtLocation(each)));
    // A function that takes only some of the nouns may be no call of the API at all.
    if (asked.length === api.nouns.length && (!nouns?.length || !names?.length))
      throw new Error(`${where(call)}: nobody can tell which procedure this is; name it by literals.`);
    for (const each of nouns ?? [])
      for (const one of names ?? [])
        if (api.procedures.has(`${each}.${one}`)) uses.procedures.add(`${each}.${one}`);
  };
  return (node) => {
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) note(checker.getSymbolAtLocation(node));
    if (ts.isImportSpecifier(node)) for (const name of filesOf(api, node)) uses.files.add(name);
    if (ts.isElementAccessExpression(node))
      noteNamed(
        node,
        checker.getTypeAtLocation(node.expression),
        literalsOf(checker.getTypeAtLocation(node.argumentExpression)),
      );
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name)) note(checker.getTypeAtLocation(node.parent).getProperty(name.text));
    }
    if (ts.isCallExpression(node)) noteCall(node);
    if (ts.isStringLiteralLike(node) && refusals.has(node.text)) uses.refusals.add(node.text);
    const address = fileAddress(node);
    if (address) uses.addresses.add(address);
  };
}

/** The nouns that the called function takes first; none where it takes anything else, too. */
function nounsTaken({ checker, nouns }: ApiContract, callee: ts.Expression): string[] {
  const [parameter] = checker.getTypeAtLocation(callee).getCallSignatures()[0]?.getParameters() ?? [];
  const asked = parameter && checker.getTypeOfSymbol(parameter);
  const names = asked ? literalsOf(checker.getBaseConstraintOfType(asked) ?? asked) : [];
  return names.every((name) => nouns.includes(name)) ? names : [];
}

/** The types of files' answers that are imported by this name. */
function filesOf({ checker, files }: ApiContract, imported: ts.ImportSpecifier): string[] {
  const symbol = checker.getSymbolAtLocation(imported.name);
  if (!symbol || !(symbol.flags & ts.SymbolFlags.Alias)) return [];
  const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol));
  return [...files].filter(([, file]) => file === type).map(([name]) => name);
}

function whereIs(node: ts.Node, root: string): string {
  const file = node.getSourceFile();
  return `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
