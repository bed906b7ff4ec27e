import { join } from 'node:path';
import ts from 'typescript';

/** The repository. */
export const ROOT = join(import.meta.dirname, '../../..');

/** Sources as the repository's own type check reads them. Nothing is judged before it is asked for. */
export function loadProgram(files: readonly string[], root: string): ts.Program {
  const { config, error } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, ' '));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return ts.createProgram(files, options);
}

/** Types that a module of the program exports. */
export function exportedTypes(program: ts.Program, file: string): Map<string, ts.Type> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  if (!symbol) throw new Error(`${file} is not there, or exports nothing.`);
  return new Map(
    checker.getExportsOfModule(symbol).map((each) => [each.name, checker.getDeclaredTypeOfSymbol(each)]),
  );
}

/** The texts that a type can be: itself, or the members of a union. */
export function literalsOf(type: ts.Type): string[] {
  const members = type.isUnion() ? type.types : [type];
  return members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
}

/** Every node of a file, parents first. */
export function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitNodes(child, visit));
}
