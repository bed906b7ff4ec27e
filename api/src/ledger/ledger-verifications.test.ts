import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { comparableHeaders } from 'testing/raw-client';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asWorker } from '../test/as-worker.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createCounter, createMovableClock, HOUR_MS, insertMerchant } from '../test/money-app.ts';
import { recordLedgerVerification } from './record-ledger-verification.ts';
import { showLedgerStatus } from './show-ledger-status.ts';

const OPERATOR_TOKEN = 'the platform, and nobody else besides';
const START = '2026-03-10T12:00:00Z';

const clock = createMovableClock(START);
let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  server = await startInProcessServer(database.appUrl, { clock, env: { OPERATOR_TOKEN } });
  const staff = await insertMerchant(owner);
  merchantId = staff.merchantId;
  const counter = createCounter(server.app, staff);
  await counter.earn(freshPhone(), 10_000);
  await counter.earn(freshPhone(), 10_000);
  await insertMerchant(owner);
});

afterAll(async () => {
  await server.close();
  await owner.end();
  await database.drop();
});

const bearer = (token: string) => ({ headers: { host: '127.0.0.1', authorization: `Bearer ${token}` } });
const probe = async (headers = bearer(OPERATOR_TOKEN)) => {
  const { status, text } = await server.ask('/ledgerz', headers);
  return { status, body: text };
};

async function verify() {
  const log = { error: vi.fn() };
  const run = recordLedgerVerification({ ...asWorker(server.app), log }, 'all');
  await run.catch(() => undefined);
  const lines = log.error.mock.calls as [{ check?: string; alarmId?: number }, string][];
  return { run, logged: lines.filter(([{ alarmId }]) => alarmId === undefined) };
}

const answer = (code: number, status: string, verifiedAt: string | null) => ({
  status: code,
  body: JSON.stringify({ status, verifiedAt, alarms: [] }),
});

test('before the first run the probe does not say that the ledger holds', async () => {
  expect(await probe()).toEqual(answer(503, 'never', null));
});

test('a run over a ledger that holds is stored with what it read, and shown until a day was missed', async () => {
  const { run, logged } = await verify();
  expect(await run).toEqual({ merchants: 2, entries: 2, differences: 0 });
  expect(logged).toEqual([]);
  const at = new Date(START).toISOString();
  expect(await probe()).toEqual(answer(200, 'ok', at));
  clock.advance(36 * HOUR_MS);
  expect(await probe()).toEqual(answer(200, 'ok', at));
  clock.advance(1);
  expect(await probe()).toEqual(answer(503, 'stale', at));
});

test('a planted difference is logged, stored and shown until a run finds none', async () => {
  await owner.query('UPDATE customers SET total_spent_cents = total_spent_cents + 1 WHERE merchant_id = $1', [
    merchantId,
  ]);
  const { logged } = await verify();
  expect(logged.map(([difference]) => difference)).toMatchObject([
    { merchantId, check: 'total spent = sum of purchases', expected: '10000', found: '10001' },
    { merchantId, check: 'total spent = sum of purchases' },
  ]);
  expect(await probe()).toMatchObject({ status: 503, body: expect.stringContaining('"differences"') });
  const { runs } = await showLedgerStatus(server.app, 1);
  expect(runs).toMatchObject([{ merchants: 2, entries: 2, differences: 2, error: null }]);
  expect(runs[0]?.examples[0]).toMatchObject({ check: 'total spent = sum of purchases' });

  await owner.query('UPDATE customers SET total_spent_cents = total_spent_cents - 1 WHERE merchant_id = $1', [
    merchantId,
  ]);
  clock.advance(1_000);
  await verify();
  expect(await probe()).toMatchObject({ status: 200, body: expect.stringContaining('"ok"') });
});

test('of very many differences the log names a hundred, and the count is of all', async () => {
  await owner.query(
    `INSERT INTO customers (merchant_id, id, phone, total_spent_cents)
     SELECT $1, gen_random_uuid(), '119' || (10000000 + n), n FROM generate_series(1, 2500) n`,
    [merchantId],
  );
  clock.advance(1_000);
  const { run, logged } = await verify();
  expect((await run).differences).toBe(2_500);
  expect(logged).toHaveLength(100);
  const { runs } = await showLedgerStatus(server.app, 1);
  expect(runs[0]?.examples).toHaveLength(10);
  await owner.query(`
    DELETE FROM customer_search USING customers c WHERE customer_id = c.id AND c.phone LIKE '119100%';
    DELETE FROM customers WHERE phone LIKE '119100%'`);
});

test('a run that could not reach its end is logged, stored and shown, and one that was stopped is not', async () => {
  clock.advance(1_000);
  await owner.query('ALTER TABLE redemptions RENAME TO lost');
  const { run, logged } = await verify();
  await owner.query('ALTER TABLE lost RENAME TO redemptions');
  await expect(run).rejects.toThrow('"redemptions" does not exist');
  expect(logged).toMatchObject([[{}, 'the ledger could not be verified']]);
  expect(await probe()).toMatchObject({ status: 503, body: expect.stringContaining('"failed"') });
  const before = await showLedgerStatus(server.app, 100);
  expect(before.runs[0]?.error).toContain('does not exist');
  await expect(recordLedgerVerification(server.app, 'all', AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await showLedgerStatus(server.app, 100)).toEqual(before);
});

describe('without the token /ledgerz is an address like any unknown one', () => {
  const strip = ({ status, text, headers }: Awaited<ReturnType<InProcessServer['ask']>>) => {
    return { status, text, headers: comparableHeaders(headers) };
  };

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a wrong one', { authorization: `Bearer ${OPERATOR_TOKEN}x` }],
    ['the right one as something else', { authorization: `Basic ${OPERATOR_TOKEN}` }],
    ['an empty one', { authorization: 'Bearer ' }],
  ])('%s', async (_name, authorization) => {
    for (const accept of ['application/json', 'text/html']) {
      const headers = { host: '127.0.0.1', accept, ...authorization };
      const shown = strip(await server.ask('/ledgerz', { headers }));
      expect(shown).toEqual(strip(await server.ask('/ledgery', { headers })));
      expect(shown.status).toBe(404);
      expect(shown.text).not.toContain('verifiedAt');
    }
  });

  test('and everyone gets that answer where no token is set', async () => {
    const plain = await startInProcessServer(database.appUrl);
    const headers = { host: '127.0.0.1', accept: 'application/json', authorization: 'Bearer undefined' };
    expect(strip(await plain.ask('/ledgerz', { headers }))).toMatchObject({ status: 404 });
    await plain.close();
  });
});
