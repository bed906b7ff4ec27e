import ts from 'typescript';
import type { Contract } from './contract.ts';
import { isSameAddress } from './file-address.ts';
import { programOf, readContract } from './read-contract.ts';
import { renderContract } from './render-contract.ts';

/** One part of the API that a released front end would no longer get, or could no longer send. */
export interface Break {
  /** A procedure, the type of another answer, an address or a refusal. */
  what: string;
  side: 'gone' | 'kind' | 'input' | 'output';
  reason: string;
}

/**
 * Compares the contract recorded with a release with today's API. The type checker judges: the API must still
 * take everything that the old code sends, each of its names included, since it refuses unknown ones. Every
 * answer of today's API must be one that the old code was written for.
 */
export function compareContracts(keptText: string, api: Contract): Break[] {
  const kept = readContract(keptText);
  const names = namesIn(
    [...kept.procedures.values()].map(({ input }) => input),
    kept.checker,
  );
  const today = renderContract(api, { title: 'Today', refused: names });
  return [...findGone(kept, api), ...judge(keptText, today, listAssertions(kept, api))];
}

function findGone(kept: Contract, api: Contract): Break[] {
  const gone = (what: string): Break => ({ what, side: 'gone', reason: 'the API has it no more' });
  return [
    ...[...kept.procedures.keys()].filter((name) => !api.procedures.has(name)),
    ...[...kept.files.keys()].filter((name) => !api.files.has(name)),
    ...kept.addresses.filter((address) => !api.addresses.some((each) => isSameAddress(each, address))),
    ...kept.refusals.filter((code) => !api.refusals.includes(code)),
  ].map(gone);
}

interface Assertion {
  what: string;
  side: Break['side'];
  /** The type that must take what `from` is. */
  to: string;
  from: string;
}

function listAssertions(kept: Contract, api: Contract): Assertion[] {
  const member = (holder: string, what: string, part: string) =>
    `${holder}.Procedures[${JSON.stringify(what)}]["${part}"]`;
  const procedures = [...kept.procedures.keys()].filter((name) => api.procedures.has(name));
  const files = [...kept.files.keys()].filter((name) => api.files.has(name));
  return [
    ...procedures.flatMap((what): Assertion[] => [
      { what, side: 'kind', to: member('Kept', what, 'kind'), from: member('Today', what, 'kind') },
      { what, side: 'input', to: member('Today', what, 'input'), from: member('Kept', what, 'input') },
      { what, side: 'output', to: member('Kept', what, 'output'), from: member('Today', what, 'output') },
    ]),
    ...files.map((what): Assertion => {
      const key = `Files["${what}"]`;
      return { what, side: 'output', to: `Kept.${key}`, from: `Today.${key}` };
    }),
  ];
}

const JUDGED = '/judged.ts';

/** One line of a module for each assertion; a line with an error is a break. */
function judge(kept: string, today: string, assertions: readonly Assertion[]): Break[] {
  const lines = assertions.map(
    ({ to, from }, index) =>
      `declare const from${index}: ${from}; export const to${index}: ${to} = from${index};`,
  );
  const imports = "import type * as Kept from './kept.ts'; import type * as Today from './today.ts';";
  const program = programOf({
    '/kept.ts': kept,
    '/today.ts': today,
    [JUDGED]: [imports, ...lines].join('\n'),
  });
  const source = program.getSourceFile(JUDGED);
  const found = new Map<Assertion, Break>();
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    const assertion = assertions[(source?.getLineAndCharacterOfPosition(start).line ?? 0) - 1];
    if (!assertion) throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
    const { what, side } = assertion;
    found.set(assertion, { what, side, reason: reasonOf(messageText) });
  }
  return [...found.values()];
}

/**
 * Pattern of a message with whole types: the lines after it name the missing property, and the types add
 * nothing.
 */
const WHOLE_TYPES = /(?<missing>Property '[^']+' is missing) in type '.*' but required in type '.*'\.$/;

/** Shortens a message to place and reason: the steps between only repeat whole types. */
function reasonOf(message: string | ts.DiagnosticMessageChain): string {
  const steps = typeof message === 'string' ? [message] : [];
  for (let at = typeof message === 'string' ? undefined : message; at; at = at.next?.[0])
    if (at.next === undefined || /^(?:Types of property|The types of)/.test(at.messageText))
      steps.push(at.messageText);
  return steps.join(' ').replace(/\s+/g, ' ').replace(WHOLE_TYPES, '$<missing>.');
}

/** Every name of a property that occurs in the types. */
function namesIn(types: readonly ts.Type[], checker: ts.TypeChecker, seen = new Set<ts.Type>()): Set<string> {
  const names = new Set<string>();
  for (const type of types.filter((each) => !seen.has(each))) {
    seen.add(type);
    const isList = checker.isArrayType(type) || checker.isTupleType(type);
    const properties = isList || !(type.flags & ts.TypeFlags.Object) ? [] : checker.getPropertiesOfType(type);
    const inside = [
      ...(type.isUnionOrIntersection() ? type.types : []),
      ...(isList ? checker.getTypeArguments(type as ts.TypeReference) : []),
      ...properties.map((property) => checker.getTypeOfSymbol(property)),
      ...checker.getIndexInfosOfType(type).map((index) => index.type),
    ];
    for (const { name } of properties) names.add(name);
    for (const name of namesIn(inside, checker, seen)) names.add(name);
  }
  return names;
}
