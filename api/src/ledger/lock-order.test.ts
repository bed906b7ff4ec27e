import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../lib/tokens.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { createCounter, insertMerchant, openMoneyApp } from '../test/money-app.ts';

const CUSTOMERS = 40;
const ROUNDS = 8;

let database: TestDatabase;
let owner: pg.Pool;
let closeApp: () => Promise<void>;
const links: { purchase: string; redemption: string }[][] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  const { app, close } = await openMoneyApp(database.appUrl);
  closeApp = close;
  const counter = createCounter(app, await insertMerchant(owner));
  const phones = Array.from({ length: CUSTOMERS }, freshPhone);
  for (const phone of phones) await counter.earn(phone, 100_000);
  for (let round = 0; round < ROUNDS; round += 1) {
    links.push(
      await Promise.all(
        phones.map(async (phone) => ({
          purchase: (await counter.issue(phone, 1_000)).link,
          redemption: (await counter.createRedemption(phone, 100)).link,
        })),
      ),
    );
  }
});

afterAll(async () => {
  await closeApp();
  await owner.end();
  await database.drop();
});

async function confirm(procedure: 'confirm_cashback' | 'confirm_redemption', ofLinks: string[]) {
  const { rows } = await owner.query<{ outcome: string }>(`SELECT outcome FROM ${procedure}($1, $2, '{}')`, [
    ofLinks.map((link) => sha256(tokenOf(link))),
    ofLinks.map(() => null),
  ]);
  return rows.map((row) => row.outcome);
}

test('batches that hold the same customers in opposite orders never wait for each other in a ring', async () => {
  for (const round of links) {
    const purchases = round.map((link) => link.purchase);
    const redemptions = round.map((link) => link.redemption);
    const outcomes = await Promise.all([
      confirm('confirm_cashback', purchases),
      confirm('confirm_cashback', purchases.toReversed()),
      confirm('confirm_redemption', redemptions.toReversed()),
      confirm('confirm_redemption', redemptions),
    ]);
    const confirmed = outcomes.flat().filter((outcome) => outcome === 'confirmed');
    const repeated = outcomes.flat().filter((outcome) => outcome === 'repeated');
    expect([confirmed.length, repeated.length]).toEqual([2 * CUSTOMERS, 2 * CUSTOMERS]);
  }
  const { rows } = await owner.query(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  await assertCleanLedger(database.ownerUrl);
});
