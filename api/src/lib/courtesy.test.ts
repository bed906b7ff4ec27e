import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { useDatabaseFixture } from '../test/database-fixture.ts';
import { createCourtesy } from './courtesy.ts';
import { openPool } from './database.ts';

const fixture = useDatabaseFixture();

let pool: pg.Pool;
beforeEach(() => {
  pool = openPool(fixture.database.appUrl, { connections: 2 }, () => undefined);
  return () => pool.end();
});

/** Whether the promise is settled after what the event loop has to do at once. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol();
  await wait(20);
  return (await Promise.race([promise, Promise.resolve(open)])) !== open;
}

const LONG_MS = 60_000;

test('who finds nobody in a hurry does not wait', async () => {
  const letOthersGoFirst = createCourtesy(pool, LONG_MS).begin();
  expect(await isSettled(letOthersGoFirst()), 'no connection is open').toBe(true);
  await pool.query('SELECT 1');
  expect(await isSettled(letOthersGoFirst()), 'one is open and idle').toBe(true);
});

test('it resolves when the last of those in a hurry is done, and not before', async () => {
  const others = [await pool.connect(), await pool.connect()];
  const waiting = createCourtesy(pool, LONG_MS).begin()();
  expect(await isSettled(waiting)).toBe(false);
  others[0]?.release();
  expect(await isSettled(waiting)).toBe(false);
  others[1]?.release();
  expect(await isSettled(waiting)).toBe(true);
});

test('one who gets the connection of another is waited for too', async () => {
  const others = [await pool.connect(), await pool.connect()];
  const next = pool.connect();
  const waiting = createCourtesy(pool, LONG_MS).begin()();
  for (const other of others) other.release();
  const last = await next;
  expect(await isSettled(waiting)).toBe(false);
  last.release();
  expect(await isSettled(waiting)).toBe(true);
});

test('one piece of work waits no longer than its budget in all its steps together', async () => {
  const other = await pool.connect();
  let now = 0;
  const letOthersGoFirst = createCourtesy(pool, 40, () => now).begin();
  const first = letOthersGoFirst();
  now += 40;
  await first;
  expect(await isSettled(letOthersGoFirst()), 'nothing is left of it').toBe(true);
  other.release();
});
