import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { createCounter, insertMerchant, openMoneyApp } from '../test/money-app.ts';
import { fingerprint } from '../test/tenant-rows.ts';
import { applyChanges } from './apply-changes.ts';
import { readRollups } from './read-rollups.ts';
import { rebuildRollups } from './rebuild-rollups.ts';
import { listMerchantsWithDueRollups } from './rollups.sql.ts';
import { verifyRollups } from './verify-rollups.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
let owner: pg.Pool;
let app: App;
let close: () => Promise<void>;
let a: StaffSession;
let b: StaffSession;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  ({ app, close } = await openMoneyApp(database.appUrl));
  [a, b] = [await insertMerchant(owner), await insertMerchant(owner)];
  for (const merchant of [a, b]) {
    const counter = createCounter(app, merchant);
    await counter.earn(freshPhone(), 10_000);
    await readRollups(app, merchant.merchantId, async () => undefined);
    // Changes that are applied and changes that are not.
    await counter.earn(freshPhone(), 20_000);
  }
});

afterAll(async () => {
  await close();
  await owner.end();
  await database.drop();
});

test.each<[string, () => Promise<unknown>]>([
  ['applying', () => applyChanges(app.tenancy, a.merchantId)],
  ['reading', () => readRollups(app, a.merchantId, async () => undefined)],
  ['rebuilding', () => rebuildRollups(app, a.merchantId)],
  ['verifying', () => verifyRollups(app, [a.merchantId], () => expect.unreachable())],
])('%s one merchant’s rollups leaves every row of another’s as it was', async (_name, act) => {
  await createCounter(app, a).earn(freshPhone(), 1_000);
  const before = [await fingerprint(owner, b.merchantId), await fingerprint(owner, a.merchantId)];
  await act();
  expect(await fingerprint(owner, b.merchantId)).toEqual(before[0]);
  expect(await fingerprint(owner, a.merchantId)).not.toEqual(before[1]);
});

test('the functions see and change nothing of a merchant who is not the transaction’s', async () => {
  await createCounter(app, b).earn(freshPhone(), 1_000);
  const before = await fingerprint(owner, b.merchantId);
  const answerOf = (text: string) =>
    app.tenancy.withTenant(a.merchantId, (tx) =>
      tx.query<{ answer: string }>({ name: text.slice(-60), text }, [b.merchantId]),
    );
  for (const call of ['apply_rollup_changes', 'open_rollups']) {
    await expect(answerOf(`SELECT ${call}($1, 100)::text AS answer`)).rejects.toThrow(
      'is not the one of this transaction',
    );
  }
  const rollups = ['daily', 'daily_employee', 'visit', 'visit_month', 'cohort', 'customer', 'segment', 'lot'];
  for (const name of rollups) {
    const text = `SELECT count(*)::text AS answer FROM recompute_${name}_rollups($1)`;
    expect(await answerOf(text), text).toEqual([{ answer: '0' }]);
  }
  const recording = app.tenancy.withTenant(a.merchantId, (tx) =>
    tx.query({ name: 'record', text: 'INSERT INTO rollup_changes (merchant_id, purchases) VALUES ($1, 1)' }, [
      b.merchantId,
    ]),
  );
  await expect(recording).rejects.toThrow('violates row-level security policy');
  expect(await fingerprint(owner, b.merchantId)).toEqual(before);
});

test('the look-up names merchants with changes to apply or rollups to build, by id and nothing else, in pages', async () => {
  const due = (after: string, limit: number) => listMerchantsWithDueRollups(app.tenancy, { after, limit });
  for (const merchant of [a, b]) await readRollups(app, merchant.merchantId, async () => undefined);
  expect(await due(FIRST, 10)).toEqual([]);
  await createCounter(app, a).earn(freshPhone(), 1_000);
  expect(await due(FIRST, 10)).toEqual([a.merchantId]);
  await owner.query('UPDATE rollup_states SET built_at = NULL WHERE merchant_id = $1', [b.merchantId]);
  const both = [a.merchantId, b.merchantId].sort();
  expect(await due(FIRST, 10)).toEqual(both);
  expect(await due(FIRST, 1)).toEqual(both.slice(0, 1));
  expect(await due(both[0] ?? '', 10)).toEqual(both.slice(1));
  await owner.query('DELETE FROM rollup_states WHERE merchant_id = $1', [b.merchantId]);
  expect(await due(FIRST, 10)).toEqual(both);
  const rows = await app.tenancy.lookup(
    { name: 'all', text: 'SELECT * FROM lookup.merchants_with_due_rollups($1, 9)' },
    [FIRST],
  );
  expect(Object.keys(rows[0] ?? {})).toHaveLength(1);
  await rebuildRollups(app, b.merchantId);
});
