import type pg from 'pg';
import { useDatabaseFixture } from 'testing/database-fixture';
import { beforeEach, expect, test } from 'vitest';
import { openPool } from './database.ts';
import { createYieldToRequests } from './yield-to-requests.ts';

const fixture = useDatabaseFixture();

let pool: pg.Pool;
beforeEach(() => {
  pool = openPool(fixture.database.appUrl, { connections: 2 }, () => undefined);
  return () => pool.end();
});

/** True when the promise settles without waiting for anything but the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol();
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(open)])) !== open;
}

const LONG_MS = 60_000;

test('without a busy request it resolves at once', async () => {
  const yieldToRequests = createYieldToRequests(pool, LONG_MS).begin();
  expect(await isSettled(yieldToRequests()), 'no connection is open').toBe(true);
  await pool.query('SELECT 1');
  expect(await isSettled(yieldToRequests()), 'one is open and idle').toBe(true);
});

test('it resolves when the last busy request is done, and not before', async () => {
  const others = [await pool.connect(), await pool.connect()];
  const waiting = createYieldToRequests(pool, LONG_MS).begin()();
  expect(await isSettled(waiting)).toBe(false);
  others[0]?.release();
  expect(await isSettled(waiting)).toBe(false);
  others[1]?.release();
  expect(await isSettled(waiting)).toBe(true);
});

test('a request that gets the connection of another is waited for too', async () => {
  const others = [await pool.connect(), await pool.connect()];
  const next = pool.connect();
  const waiting = createYieldToRequests(pool, LONG_MS).begin()();
  for (const other of others) other.release();
  const last = await next;
  expect(await isSettled(waiting)).toBe(false);
  last.release();
  expect(await isSettled(waiting)).toBe(true);
});

test('one piece of work waits no longer than its budget in all its steps together', async () => {
  const other = await pool.connect();
  let now = 0;
  const yieldToRequests = createYieldToRequests(pool, 40, () => now).begin();
  const first = yieldToRequests();
  now += 40;
  await first;
  expect(await isSettled(yieldToRequests()), 'nothing is left of it').toBe(true);
  other.release();
});
