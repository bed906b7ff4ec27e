import { beforeEach, expect, test } from 'vitest';
import { type AccountGate, claimSlot, createAccountGate, type DeliveryLocks } from './delivery-limits.ts';
import { DELIVERY_RULES } from './delivery-rules.ts';

const { callsPerAccount, callsOfFailing, breakerFailures, breakerOpenMs } = DELIVERY_RULES;

let now: number;
let gate: AccountGate;

beforeEach(() => {
  now = 1_000_000;
  gate = createAccountGate(DELIVERY_RULES, () => now);
});

const times = (count: number, work: () => unknown) => Array.from({ length: count }, work);

function fail(account: string, count: number): void {
  for (let made = 0; made < count; made += 1) {
    expect(gate.enter(account)).toBe('entered');
    gate.exit(account, 'silent');
  }
}

test('one account has so many calls under way and no more, whatever the others do', () => {
  expect(times(callsPerAccount + 1, () => gate.enter('a'))).toEqual([
    ...times(callsPerAccount, () => 'entered'),
    'busy',
  ]);
  expect(gate.enter('b')).toBe('entered');
  gate.exit('a', 'answered');
  expect(gate.enter('a')).toBe('entered');
});

test('an account that was silent five times in a row is not called for fifteen seconds, and then called once', () => {
  fail('a', breakerFailures);
  expect(gate.enter('a')).toBe('closed');
  now += breakerOpenMs - 1;
  expect(gate.enter('a')).toBe('closed');
  now += 1;
  expect(gate.enter('a'), 'one call finds out whether it is back').toBe('entered');
  expect(gate.enter('a'), 'and no other until it ends').toBe('closed');
  gate.exit('a', 'silent');
  expect(gate.enter('a')).toBe('closed');
  now += breakerOpenMs;
  expect(gate.enter('a')).toBe('entered');
  gate.exit('a', 'answered');
  expect(times(callsPerAccount, () => gate.enter('a'))).toEqual(times(callsPerAccount, () => 'entered'));
});

test('an answer in between, also one that refuses, starts the count again; a call that was not made changes nothing', () => {
  fail('a', breakerFailures - 1);
  gate.enter('a');
  gate.exit('a', 'answered');
  fail('a', breakerFailures - 1);
  gate.enter('a');
  gate.exit('a', 'skipped');
  expect(gate.enter('a')).toBe('entered');
});

test('accounts that failed last time share a few slots, and leave the others to those that did not', () => {
  const failing = times(callsOfFailing, (): string => 'x').map((name, index) => `${name}${index}`);
  for (const account of [...failing, 'late']) fail(account, 1);
  for (const account of failing) expect(gate.enter(account)).toBe('entered');
  expect(gate.enter('late')).toBe('failing');
  expect(gate.enter('healthy')).toBe('entered');
  gate.exit(failing[0] ?? '', 'answered');
  expect(gate.enter('late')).toBe('entered');
});

test('calls that were under way when their account first failed count among those that fail, until they end', () => {
  times(callsPerAccount, () => gate.enter('a'));
  gate.exit('a', 'silent');
  fail('b', 1);
  const left = callsOfFailing - (callsPerAccount - 1);
  expect(times(left + 1, () => gate.enter('b'))).toEqual([...times(left, () => 'entered'), 'failing']);
  for (let open = callsPerAccount - 1; open > 0; open -= 1) gate.exit('a', 'answered');
  expect(gate.enter('b')).toBe('entered');
});

test.each<[string, DeliveryLocks['claim']]>([
  ['is held by another worker', async () => 'held'],
  ['cannot be locked', () => Promise.reject(new Error('the connection is lost'))],
])('a delivery that %s takes up no call of its account', async (_, claim) => {
  const ask = () => claimSlot({ locks: { claim }, gate }, 'delivery', { account: 'a', count: 5 });
  for (const _turn of times(callsPerAccount, () => undefined)) await ask().catch(() => undefined);
  expect(gate.enter('a')).toBe('entered');
});
