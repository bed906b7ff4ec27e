import { expect, test } from 'vitest';
import { compareContracts } from './compare-contracts.ts';
import { readContract } from './read-contract.ts';

interface Parts {
  kind?: string;
  input?: string;
  output?: string;
  name?: string;
  file?: string;
  addresses?: string;
  refusals?: string;
}

/** A contract of one procedure. */
const contract = ({
  kind = '"mutation"',
  input = '{ phone: string }',
  output = '{ id: string }',
  name = 'purchases.issue',
  file = '{ count: number }',
  addresses = '"/files/logo" | "/files/customers.*"',
  refusals = '"not_found" | "phone_taken"',
}: Parts) => `
  export interface Procedures { "${name}": { kind: ${kind}; input: ${input}; output: ${output} } }
  export interface Files { Import: ${file} }
  export type Addresses = ${addresses};
  export type Refusals = ${refusals};`;

const compare = (kept: Parts, today: Parts) =>
  compareContracts(contract(kept), readContract(contract(today)));
const purchases = (side: string, reason: RegExp) => [
  { what: 'purchases.issue', side, reason: expect.stringMatching(reason) },
];

test.each<[string, Parts, Parts]>([
  ['is the same', {}, {}],
  ['takes one thing more, which need not be sent', {}, { input: '{ phone: string; note?: string }' }],
  ['takes what it demanded before, but no longer demands it', {}, { input: '{ phone?: string }' }],
  ['takes more values', { input: '{ by: "a" }' }, { input: '{ by: "a" | "b" }' }],
  ['takes null beside them', {}, { input: '{ phone: string | null }' }],
  ['answers one thing more', {}, { output: '{ id: string; note: string }' }],
  ['always answers what it answered sometimes', { output: '{ id?: string }' }, {}],
  ['answers fewer values', { output: '{ by: "a" | "b" }' }, { output: '{ by: "a" }' }],
  [
    'lists its alternatives otherwise',
    { input: '{ by: "a"; n: number } | { by: "b"; t: string }' },
    { input: '{ by: "b"; t: string } | { by: "a"; n?: number } | { by: "c" }' },
  ],
  ['has more addresses and refusals', { addresses: '"/files/logo"', refusals: 'never' }, {}],
  [
    'names a format that was filled in',
    { addresses: '"/files/customers.*"' },
    { addresses: '"/files/customers.csv"' },
  ],
])('an API that %s serves what was released before', (_, kept, today) => {
  expect(compare(kept, today)).toEqual([]);
});

test.each<[string, Parts, Parts, string, RegExp]>([
  ['has become a query', {}, { kind: '"query"' }, 'kind', /"query"' is not assignable to type '"mutation"/],
  [
    'demands what was not sent',
    {},
    { input: '{ phone: string; note: string }' },
    'input',
    /'note' is missing\.$/,
  ],
  [
    'demands what was sent sometimes',
    { input: '{ note?: string }' },
    { input: '{ note: string }' },
    'input',
    /'note'/,
  ],
  ['takes fewer values', { input: '{ by: "a" | "b" }' }, { input: '{ by: "a" }' }, 'input', /'by'.*"b"/],
  ['takes no null any more', { input: '{ phone: string | null }' }, {}, 'input', /'phone'.*null/],
  [
    'knows a name no more, which it therefore refuses',
    { input: '{ phone: string; note: string }' },
    {},
    'input',
    /'note'.*NotTakenAnyMore/,
  ],
  [
    'knows a name no more that was sent sometimes',
    { input: '{ phone: string; note?: string }' },
    {},
    'input',
    /'note'.*NotTakenAnyMore/,
  ],
  [
    'knows a name no more deep inside',
    { input: '{ phone: string; items: Array<{ n: number; t?: string }> }' },
    { input: '{ phone: string; items: Array<{ n: number }> }' },
    'input',
    /NotTakenAnyMore/,
  ],
  [
    'knows a name no more of what is sent under free names',
    { input: '{ of: { [key: string]: { n: number; t?: string } } }' },
    { input: '{ of: { [key: string]: { n: number } } }' },
    'input',
    /NotTakenAnyMore/,
  ],
  [
    'demands what nothing was sent of',
    { input: 'undefined' },
    { input: '{ month: string }' },
    'input',
    /undefined/,
  ],
  [
    'knows a name no more in one of two alternatives',
    { input: '{ by: "a"; n: number } | { by: "b"; n: number }' },
    { input: '{ by: "a"; n: number } | { by: "b" }' },
    'input',
    /NotTakenAnyMore/,
  ],
  ['answers one thing less', { output: '{ id: string; note: string }' }, {}, 'output', /'note' is missing/],
  [
    'answers sometimes what it always answered',
    {},
    { output: '{ id?: string }' },
    'output',
    /'id' is optional/,
  ],
  ['answers null', {}, { output: '{ id: string | null }' }, 'output', /'id'.*null/],
  [
    'answers a value that clients do not know',
    { output: '{ by: "a" }' },
    { output: '{ by: "a" | "b" }' },
    'output',
    /"b"/,
  ],
  ['answers another kind of thing', {}, { output: '{ id: number }' }, 'output', /'id'.*'number'/],
])(
  'an API that %s breaks what was released before, and the reason says so in one line',
  (_, kept, today, side, reason) => {
    const found = compare(kept, today);
    expect(found).toEqual(purchases(side, reason));
    expect(found[0]?.reason).not.toContain('\n');
  },
);

test('a procedure, a file, an address or a refusal that is gone is a break for its users, and for no other front end', () => {
  const gone = (what: string) => ({ what, side: 'gone', reason: 'the API has it no more' });
  expect(compare({}, { name: 'purchases.record' })).toEqual([gone('purchases.issue')]);
  expect(compare({}, { addresses: '"/files/logo"' })).toEqual([gone('/files/customers.*')]);
  expect(compare({}, { refusals: '"not_found"' })).toEqual([gone('phone_taken')]);
  const withoutUses = contract({ name: 'other.one', addresses: 'never', refusals: 'never' });
  expect(
    compareContracts(withoutUses.replace('"other.one"', '"purchases.issue"'), readContract(contract({}))),
  ).toEqual([]);
  expect(compare({ file: '{ count: number; known: number }' }, {})).toEqual([
    { what: 'Import', side: 'output', reason: expect.stringContaining("'known' is missing") },
  ]);
});

test('a text that is no contract is refused', () => {
  expect(() => readContract('export interface Files {}')).toThrow(
    'This is no contract: it has no Procedures.',
  );
  expect(() => readContract('export interface Procedures { a: Nothing }')).toThrow(
    "Cannot find name 'Nothing'",
  );
});
