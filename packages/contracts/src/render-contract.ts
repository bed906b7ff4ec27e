import type ts from 'typescript';
import type { Contract } from './contract.ts';
import { renderType } from './render-type.ts';

interface Options {
  /** The first line: whose contract it is. */
  title: string;
  /** Names that inputs without them refuse. */
  refused?: ReadonlySet<string>;
}

/** A contract as one file that needs no other, the same text for the same contract. */
export function renderContract(contract: Contract, { title, refused = new Set() }: Options): string {
  const { checker } = contract;
  const render = (name: string, type: ts.Type, names: ReadonlySet<string> = new Set()) => {
    try {
      return renderType(type, { checker, refused: names }).replaceAll('\n', '\n  ');
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  };
  const procedures = sorted(contract.procedures).flatMap(([name, { kind, input, output }]) => [
    `export interface ${interfaceName(name)} {`,
    `  kind: ${JSON.stringify(kind)};`,
    `  input: ${render(`${name}, input`, input, refused)};`,
    `  output: ${render(`${name}, output`, output)};`,
    '}',
  ]);
  const listed = sorted(contract.procedures).map(
    ([name]) => `  ${JSON.stringify(name)}: ${interfaceName(name)};`,
  );
  const files = sorted(contract.files).map(([name, type]) => `  ${name}: ${render(name, type)};`);
  return [
    `// ${title}`,
    ...procedures,
    'export interface Procedures {',
    ...listed,
    '}',
    'export interface Files {',
    ...files,
    '}',
    `export type Addresses = ${union(contract.addresses)};`,
    `export type Refusals = ${union(contract.refusals)};`,
    ...(refused.size > 0 ? ['interface NotTakenAnyMore { "not taken any more": never }'] : []),
    '',
  ].join('\n');
}

/** 'cashback.issue' → 'CashbackIssue' */
function interfaceName(procedure: string): string {
  return procedure.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function union(texts: readonly string[]): string {
  return texts.length === 0
    ? 'never'
    : [...new Set(texts)]
        .sort()
        .map((text) => JSON.stringify(text))
        .join(' | ');
}
