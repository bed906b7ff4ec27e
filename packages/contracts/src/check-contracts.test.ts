import { expect, test } from 'vitest';
import { type AcceptedBreak, checkContracts } from './check-contracts.ts';
import { readContract } from './read-contract.ts';

const contract = (output: string) => `
  export interface Procedures { "purchases.list": { kind: "query"; input: undefined; output: ${output} } }
  export interface Files {}
  export type Addresses = never;
  export type Refusals = never;`;

const RECORDED = [{ consumer: 'mfe-backoffice', version: 'fac357b224ba', text: contract('{ by: "card" }') }];
const TODAY = readContract(contract('{ by: "card" | "cash" }'));
const ACCEPTED: AcceptedBreak = {
  consumer: 'mfe-backoffice',
  version: 'fac357b224ba',
  what: 'purchases.list',
  side: 'output',
  why: 'Its list shows any value as it comes.',
};

test('a break names who would meet it: front end, release, procedure, side and reason', () => {
  expect(checkContracts(RECORDED, TODAY, [])).toEqual([
    `mfe-backoffice fac357b224ba: purchases.list, output: Types of property 'by' are incompatible. Type '"cash"' is not assignable to type '"card"'.`,
  ]);
});

test('a break that was accepted with a reason passes, for that release alone', () => {
  expect(checkContracts(RECORDED, TODAY, [ACCEPTED])).toEqual([]);
  expect(checkContracts(RECORDED, TODAY, [{ ...ACCEPTED, version: '000000000000' }])).toHaveLength(2);
  expect(checkContracts(RECORDED, TODAY, [{ ...ACCEPTED, why: ' ' }])).toHaveLength(2);
});

test('an acceptance of a break that no longer exists has to be removed', () => {
  const same = readContract(contract('{ by: "card" }'));
  expect(checkContracts(RECORDED, same, [ACCEPTED])).toEqual([
    'mfe-backoffice fac357b224ba: purchases.list, output: is accepted in released/accepted-breaks.json, but is no break (or has no reason).',
  ]);
});
