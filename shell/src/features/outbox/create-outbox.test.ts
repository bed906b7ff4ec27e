import { TRPCClientError } from '@trpc/client';
import type { PurchaseRequest } from 'federation/outbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createOutbox,
  MAX_PURCHASES,
  type OutboxDependencies,
  type RunningOutbox,
  SENT_WITHIN_MS,
} from './create-outbox.ts';
import { createPurchaseStorage } from './stored-purchases.ts';

const ANA = { merchantId: 'padaria', employeeId: 'ana' };
const LOST = TRPCClientError.from(new TypeError('Failed to fetch'));
const refused = (refusal: string, httpStatus: number) =>
  TRPCClientError.from({
    error: { code: -32_000, message: `Recusada: ${refusal}`, data: { code: 'X', httpStatus, refusal } },
  } as never);

/** What the server got, in order, and how it answers. */
let received: string[];
let answer: (request: PurchaseRequest) => unknown;
let isSignedIn: boolean;
let isConnected: boolean;
let now: number;
let kept: Map<string, string>;
let claim: OutboxDependencies['claim'];
let outbox: RunningOutbox;

/** As `localStorage` of one browser: it outlives the page. */
const browserStorage = () => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  key: (index: number) => [...kept.keys()][index] ?? null,
  get length() {
    return kept.size;
  },
});

function openPage(owner = ANA): RunningOutbox {
  return createOutbox({
    owner,
    storage: createPurchaseStorage(browserStorage()),
    issue: async (request) => {
      received.push(request.operationId);
      const result = answer(request);
      if (result instanceof Error) throw result;
      return result;
    },
    claim: (name, run) => claim(name, run),
    maySend: () => isSignedIn,
    isConnected: () => isConnected,
    now: () => now,
  });
}

const request = (operationId: string) => ({ operationId, phone: '11987654321', amountCents: 1_000 });
const states = () => outbox.getState().purchases.map((each) => `${each.request.operationId} ${each.state}`);
const nextTurn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [received, kept, now, isSignedIn, isConnected] = [[], new Map(), 1_000_000_000_000, true, true];
  claim = (_name, run) => run();
  answer = ({ operationId }) => ({ link: operationId });
  outbox = openPage();
});
afterEach(() => {
  outbox.stop();
  vi.useRealTimers();
});

async function typeOffline(...ids: string[]): Promise<void> {
  isConnected = false;
  answer = () => LOST;
  for (const id of ids) {
    now += 1;
    expect(await outbox.issue(request(id))).toEqual({ waiting: true });
  }
}

test('a purchase whose code the counter shows leaves nothing behind', async () => {
  expect(await outbox.issue(request('a'))).toEqual({ issued: { link: 'a' } });
  outbox.remove('a');
  await nextTurn();
  expect([states(), kept.size]).toEqual([[], 0]);
});

test('a code that no counter was there to show waits in the list', async () => {
  await outbox.issue(request('a'));
  await nextTurn();
  expect(states()).toEqual(['a issued']);
});

test('what the server has no answer to now is the counter’s again, as a refusal is', async () => {
  for (const error of [
    refused('overloaded', 503),
    refused('too_many_purchases', 429),
    refused('own_phone', 403),
    refused('unauthenticated', 401),
  ]) {
    answer = () => error;
    expect(await outbox.issue(request('a'))).toEqual({ error });
  }
  await nextTurn();
  expect(kept.size).toBe(0);
});

test('those that wait go out in the order in which they were typed, from another page too', async () => {
  await typeOffline('b', 'a', 'c');
  expect(states()).toEqual(['b waiting', 'a waiting', 'c waiting']);
  outbox.stop();
  outbox = openPage();
  received = [];
  answer = ({ operationId }) => ({ link: operationId });
  await outbox.wake();
  expect(received).toEqual(['b', 'a', 'c']);
  expect(states()).toEqual(['b issued', 'a issued', 'c issued']);
});

test('a refused one stays with its message and holds up no other; one without an answer does', async () => {
  await typeOffline('a', 'b', 'c');
  answer = ({ operationId }) =>
    operationId === 'a' ? refused('own_phone', 403) : refused('overloaded', 503);
  received = [];
  await outbox.wake();
  expect(received).toEqual(['a', 'b']);
  expect(states()).toEqual(['a refused', 'b waiting', 'c waiting']);
  expect(outbox.getState().purchases[0]?.refusal).toBe('Recusada: own_phone');
  await outbox.wake();
  expect(received).toEqual(['a', 'b', 'b']);
});

test.each([
  ['unauthenticated', 401],
  ['factor_demanded', 403],
  ['too_many_purchases', 429],
])('one that is answered %s waits, and is not refused', async (code, status) => {
  await typeOffline('a', 'b');
  answer = () => refused(code, status);
  await outbox.wake();
  expect(states()).toEqual(['a waiting', 'b waiting']);
  answer = ({ operationId }) => ({ link: operationId });
  await outbox.wake();
  expect(states()).toEqual(['a issued', 'b issued']);
});

test('a doubted one waits for a person, whose word answers the question even if it is lost on the way', async () => {
  await typeOffline('a');
  answer = ({ isChecked }) => (isChecked ? { link: 'a' } : refused('purchase_repeated', 409));
  await outbox.wake();
  expect(outbox.getState().purchases).toMatchObject([{ state: 'refused', isDoubted: true }]);
  answer = () => LOST;
  expect(await outbox.send('a')).toEqual({ waiting: true });
  expect(states()).toEqual(['a waiting']);
  answer = ({ isChecked }) => (isChecked ? { link: 'a' } : refused('purchase_repeated', 409));
  await outbox.wake();
  expect(states()).toEqual(['a issued']);
});

test('a person who sends what another reason refused answers no question', async () => {
  await typeOffline('a');
  answer = ({ isChecked }) => refused(isChecked ? 'answered' : 'own_phone', 403);
  await outbox.wake();
  expect(outbox.getState().purchases).toMatchObject([{ state: 'refused', isDoubted: false }]);
  await outbox.send('a');
  expect(outbox.getState().purchases[0]?.refusal).toBe('Recusada: own_phone');
});

test('nothing is sent for who is not signed in, nor to another employee’s page', async () => {
  await typeOffline('a');
  received = [];
  isSignedIn = false;
  await outbox.wake();
  const other = openPage({ ...ANA, employeeId: 'rui' });
  isSignedIn = true;
  await other.wake();
  expect([received, other.getState()]).toEqual([[], { purchases: [], othersWaiting: 1 }]);
  const elsewhere = openPage({ merchantId: 'quitanda', employeeId: 'rui' });
  expect(elsewhere.getState().othersWaiting).toBe(0);
});

test('who is signed in becomes known while the list is gone through: all of it goes out, in its order', async () => {
  await typeOffline('a', 'b');
  await nextTurn();
  answer = ({ operationId }) => ({ link: operationId });
  [received, isSignedIn] = [[], false];
  const held = new Set<string>();
  const woken: Promise<void>[] = [];
  claim = async (name, run) => {
    if (held.has(name)) return undefined;
    held.add(name);
    const result = await run();
    if (!isSignedIn) {
      isSignedIn = true;
      woken.push(outbox.wake());
    }
    held.delete(name);
    return result;
  };
  await outbox.wake();
  await Promise.all(woken);
  expect(received).toEqual(['a', 'b']);
});

test('after 24 hours only a person sends it', async () => {
  await typeOffline('a');
  now += SENT_WITHIN_MS + 1;
  received = [];
  answer = ({ operationId }) => ({ link: operationId });
  await outbox.wake();
  expect([received, states()]).toEqual([[], ['a expired']]);
  expect(await outbox.send('a')).toEqual({ issued: { link: 'a' } });
  expect(states()).toEqual(['a issued']);
});

test('no more than fifty wait', async () => {
  await typeOffline(...Array.from({ length: MAX_PURCHASES }, (_, index) => `p${index}`));
  expect(await outbox.issue(request('one more'))).toEqual({ full: true });
  expect(states()).toHaveLength(MAX_PURCHASES);
});

test('what a closed page had in hand waits, and a code is fetched again rather than stored', async () => {
  answer = () => new Promise(() => undefined);
  void outbox.issue(request('a'));
  expect([...kept.values()].join()).not.toContain('link');
  outbox = openPage();
  answer = ({ operationId }) => ({ link: operationId });
  await outbox.wake();
  expect(states()).toEqual(['a issued']);
  expect([...kept.values()].join()).not.toContain('link');
  outbox.stop();
  outbox = openPage();
  await outbox.wake();
  expect(outbox.getState().purchases[0]?.issued).toEqual({ link: 'a' });
});

test('a device forgets after thirty days what nobody came back for', async () => {
  await typeOffline('a');
  createPurchaseStorage(browserStorage()).forgetOld(now + 31 * 24 * 3_600_000);
  expect(kept.size).toBe(0);
});
