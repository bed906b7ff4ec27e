import { expect, test } from 'vitest';
import { nextTryOf, stateLabel, triesLabel } from './delivery-labels.ts';

test('says that something is on its way until it was tried, then that it is tried again', () => {
  expect(stateLabel({ state: 'waiting', tries: 0 }).label).toBe('A caminho');
  expect(stateLabel({ state: 'waiting', tries: 1 }).label).toBe('Tentando de novo');
  expect(stateLabel({ state: 'delivered', tries: 1 }).label).toBe('Entregue');
  expect(stateLabel({ state: 'failed', tries: 8 }).label).toBe('Falhou');
});

test('counts tries as a person does', () => {
  expect([0, 1, 8].map(triesLabel)).toEqual(['0 tentativas', '1 tentativa', '8 tentativas']);
});

test('names the next try only where there is one ahead', () => {
  const [past, ahead] = [-1_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
  expect(nextTryOf({ state: 'waiting', nextTryAt: ahead ?? null })).toBe(ahead);
  expect(nextTryOf({ state: 'waiting', nextTryAt: past ?? null })).toBeNull();
  expect(nextTryOf({ state: 'failed', nextTryAt: null })).toBeNull();
});
