import { randomInt } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isLockTimeout } from '../lib/database-errors.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import {
  type Counter,
  createCounter,
  DAY_MS,
  insertMerchant,
  openMoneyApp,
  setRules,
} from '../test/money-app.ts';

const BORDERS = 12;
const WORKERS = 16;
const STEPS = 5;
const FIRST_MIDNIGHT = Date.parse('2026-03-11T03:00:00Z');
/** The second application's clock runs this far behind the first one's. */
const SKEW_MS = 400;
/** So that the first clock passes midnight early in a race and the second one in its middle. */
const READ_MS = 2;

/** Goes on by a little each time that a process reads it, from wherever it was put last. */
let clockMs = 0;
const putClockAt = (moment: number) => {
  clockMs = moment;
};
const nowMs = () => {
  clockMs += READ_MS;
  return clockMs;
};

let database: TestDatabase;
let owner: pg.Pool;
const apps: { app: App; close: () => Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  putClockAt(FIRST_MIDNIGHT - DAY_MS);
  apps.push(
    await openMoneyApp(database.appUrl, { now: () => new Date(nowMs()) }),
    await openMoneyApp(database.appUrl, { now: () => new Date(nowMs() - SKEW_MS) }),
  );
});

afterAll(async () => {
  for (const { close } of apps) await close();
  await owner.end();
  await database.drop();
});

/** Besides a lock that a slow machine held for longer than a call waits: a 503, and nothing was written. */
const EXPECTED_REFUSALS = new Set(['insufficient_balance', 'no_balance', 'amount_above_balance']);

async function unlessRefused<Result>(attempt: Promise<Result>): Promise<Result | undefined> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof Refusal && EXPECTED_REFUSALS.has(error.code)) return undefined;
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}

test('credits maturing and expiring at midnight while two processes credit and debit them leave every balance right', async () => {
  const staff = await insertMerchant(owner);
  const counters = apps.map(({ app }) => createCounter(app, staff));
  const phones = [freshPhone(), freshPhone(), freshPhone()];
  let debited = 0;

  const step = async (counter: Counter, other: Counter, phone: string) => {
    const issued = randomInt(3) === 0 && (await unlessRefused(counter.issue(phone, randomInt(100, 40_000))));
    if (issued) await unlessRefused(other.open(issued));
    // Now and then all there is, to the last centavo of every lot.
    const { availableCents } = await counter.balance(phone);
    const amountCents = randomInt(5) === 0 ? Math.max(1, availableCents) : randomInt(1, 200);
    const created = await unlessRefused(counter.createRedemption(phone, amountCents));
    if (!created) return;
    // Two openings of one link, one on each.
    const answers = await Promise.all([
      unlessRefused(other.redeem(created)),
      unlessRefused(counter.redeem(created)),
    ]);
    if (answers.some((answer) => answer !== undefined)) debited += created.amountCents;
  };
  const work = async (worker: number) => {
    const [counter, other] = [counters[worker % 2] as Counter, counters[(worker + 1) % 2] as Counter];
    for (let count = 0; count < STEPS; count += 1) {
      await step(counter, other, phones[randomInt(phones.length)] as string);
    }
  };

  for (const phone of phones) await counters[0]?.earn(phone, 10_000);
  for (let border = 0; border < BORDERS; border += 1) {
    await setRules(owner, staff.merchantId, {
      cashback_expires: border % 3 !== 2,
      cashback_expiration_days: 1 + (border % 2),
      cashback_available_immediately: border % 2 === 0,
      cashback_maturing_days: 1,
    });
    putClockAt(FIRST_MIDNIGHT + border * DAY_MS - 120);
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
    await assertCleanLedger(database.ownerUrl);
  }

  // After the race, one credit is sure to expire before the next is opened.
  const [counter, phone] = [counters[0] as Counter, phones[0] as string];
  await setRules(owner, staff.merchantId, { cashback_expires: true, cashback_available_immediately: true });
  await counter.earn(phone, 10_000);
  putClockAt(FIRST_MIDNIGHT + (BORDERS + 5) * DAY_MS);
  await counter.earn(phone, 10_000);
  await assertCleanLedger(database.ownerUrl);

  const { rows } = await owner.query(
    `SELECT kind, sum(amount_cents)::int AS cents FROM ledger_entries GROUP BY kind ORDER BY kind`,
  );
  const moved = Object.fromEntries(rows.map((row) => [row.kind, row.cents]));
  expect(moved.redemption, 'what was shown as redeemed is what was debited').toBe(-debited);
  expect(moved.expiry, 'credits expired in the course').toBeLessThan(0);
});
