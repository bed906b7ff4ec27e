import { useDatabaseFixture } from 'testing/database-fixture';
import { SEED } from 'testing/seed';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { createCashbackTokens } from '../cashback/confirm-cashback.ts';
import { createNewPurchases } from '../cashback/new-purchases.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { createRedemptionTokens } from '../redemptions/confirm-redemption.ts';
import { createNewRedemptions } from '../redemptions/new-redemptions.ts';
import {
  atClock,
  type Counter,
  createCounter,
  createMovableClock,
  DAY_MS,
  HOUR_MS,
  insertMerchant,
  openMoneyApp,
  setRules,
} from '../test/money-app.ts';
import { openRollups } from './rollups.sql.ts';
import { verifyRollups } from './verify-rollups.ts';

/**
 * What the model of the money core leaves out: purchases that come late, on a day before the customer's last,
 * whatever was done to the others by then, and changes applied in pieces of any size between any two of them.
 */

const HISTORIES = 40;
const STEPS = 40;
const LANES = 4;
const START = Date.parse('2026-06-30T12:00:00Z');

const fixture = useDatabaseFixture();

/** Numbers that can be had again: the seed is in the failure's message. */
function createDice(seed: number) {
  let state = seed;
  const roll = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { roll, pick: <Item>(items: Item[]): Item => items[roll(items.length)] as Item };
}

async function unlessRefused(attempt: Promise<unknown>): Promise<void> {
  await attempt.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

async function live(shared: App, seed: number): Promise<void> {
  const { roll, pick } = createDice(seed);
  const clock = createMovableClock(new Date(START));
  const { live, rollups, confirmationTraces } = shared;
  const tenancy = atClock(shared.tenancy, clock);
  const dependencies = { tenancy, live, rollups, confirmationTraces };
  const app: App = {
    ...shared,
    tenancy,
    newPurchases: createNewPurchases(dependencies),
    newRedemptions: createNewRedemptions(dependencies),
    cashbackTokens: createCashbackTokens(dependencies),
    redemptionTokens: createRedemptionTokens(dependencies),
  };
  const staff = await insertMerchant(fixture.owner);
  const { merchantId } = staff;
  await setRules(fixture.owner, merchantId, {
    rate_basis_points: pick([10, 500, 2_000]),
    cashback_expires: roll(2) === 0,
    cashback_expiration_days: pick([1, 20, 90]),
    cashback_available_immediately: roll(2) === 0,
  });
  const counter: Counter = createCounter(app, staff);
  const phones = Array.from({ length: 3 }, freshPhone);
  const purchases: { transactionId: string; link: string }[] = [];
  const spent: { redemptionId: string }[] = [];
  let now = START;
  const actions: (() => Promise<unknown>)[] = [
    async () => {
      // Late by up to four weeks; only the purchase is, whatever else is done is done now.
      clock.set(new Date(now - pick([0, 0, roll(28 * DAY_MS)])));
      const purchase = await counter.issue(pick(phones), pick([1, 9, 1_000, 15_000, 30_000]));
      purchases.push(purchase);
      clock.set(new Date(now));
      if (roll(2) === 0) await counter.open(purchase);
    },
    () => counter.open(pick(purchases)),
    () => counter.reversePurchase(pick(purchases), pick([1, 9, 500, 1_000, 15_000, 30_000])),
    async () => spent.push(await counter.spend(pick(phones), 1 + roll(300))),
    () => counter.reverseRedemption(pick(spent)),
    () => counter.adjust(pick(phones), pick([-10, 200])),
    () => counter.merge(pick(phones), pick(phones)),
    () => app.tenancy.withTenant(merchantId, (tx) => openRollups(tx, 1 + roll(3))),
  ];
  const weighted = [0, 0, 0, 0, 0, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 7, 7].map((index) => actions[index]);
  for (let step = 0; step < STEPS; step += 1) {
    now += pick([0, HOUR_MS, 2 * DAY_MS]);
    clock.set(new Date(now));
    const act = pick(weighted);
    if (act && (purchases.length > 0 || act === actions[0]) && (spent.length > 0 || act !== actions[4]))
      await unlessRefused(act());
  }
  const found = await verifyRollups(app, [merchantId], (difference) => {
    throw new Error(`history ${seed}: ${JSON.stringify(difference)}`);
  });
  expect(found).toEqual({ merchants: 1, unbuilt: 0, differences: 0 });
}

test(`after each of ${HISTORIES} random histories with purchases out of order, applied in pieces, the rollups are those of their rows`, async () => {
  const first = SEED;
  const { app, close } = await openMoneyApp(fixture.database.appUrl);
  const lane = async (number: number) => {
    for (let seed = first + number; seed < first + HISTORIES; seed += LANES) await live(app, seed);
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number))).finally(close);
  const { rows } = await fixture.owner.query(
    `SELECT count(*) FILTER (WHERE purchases = 0)::int AS emptied, (SELECT count(*)::int FROM customer_merges) AS merges,
       (SELECT count(*)::int FROM transactions WHERE status = 'reversed') AS reversed FROM customer_rollups`,
  );
  for (const [name, count] of Object.entries(rows[0] ?? {})) expect(count, name).toBeGreaterThan(0);
});
