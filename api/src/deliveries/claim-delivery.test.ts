import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterEach, expect, test } from 'vitest';
import type { App } from '../context.ts';
import { DELIVERY_RECEIVERS } from '../delivery-receivers.ts';
import { inTurn } from '../lib/database.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { type MerchantWithProvider, useDeliveryFixture } from '../test/delivery-fixture.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import {
  type AccountGate,
  createAccountGate,
  createDeliveryLocks,
  type DeliveryLimits,
} from './delivery-limits.ts';

/**
 * Two processes have a job for the same delivery. One has read the row when the other makes its whole
 * attempt.
 */

const fixture = useDeliveryFixture();
/** A delivery that is deferred or retried is far from due again. */
const PATIENT = {
  retryBaseMs: 600_000,
  deferBaseMs: 600_000,
  deferMaxMs: 600_000,
  failingDeferMaxMs: 600_000,
};

const leases: pg.Client[] = [];
afterEach(() => Promise.all(leases.splice(0).map((lease) => lease.end())));

interface Worker {
  app: App;
  limits: DeliveryLimits;
}

async function startWorker(rules: Parameters<typeof fixture.open>[0] = {}): Promise<Worker> {
  const { app } = await fixture.open({ ...PATIENT, ...rules });
  const client = new pg.Client(fixture.database.ownerUrl);
  leases.push(client);
  await client.connect();
  const lease = inTurn(client);
  return {
    app,
    limits: { locks: createDeliveryLocks(async () => lease), gate: createAccountGate(app.deliveryRules) },
  };
}

/** The worker has read the row, and `meanwhile` runs before it claims the delivery's lock. */
function beforeLocks({ app, limits: { locks, gate } }: Worker, meanwhile: () => Promise<unknown>): Worker {
  const claim: typeof locks.claim = async (...asked) => {
    await meanwhile();
    return await locks.claim(...asked);
  };
  return { app, limits: { locks: { claim }, gate } };
}

/** The same before it defers the delivery, because its account is busy. */
const beforeDeferral = (worker: Worker, meanwhile: () => Promise<unknown>): Worker => ({
  ...worker,
  app: { ...worker.app, tenancy: beforeStatement(worker.app.tenancy, 'defer_due_delivery', meanwhile) },
});

async function announce(app: App, provider: 'mailchimp' | 'rd_station' = 'mailchimp') {
  const merchant = await fixture.insertMerchant(app, provider);
  await merchant.counter.earn(freshPhone(), 10_000);
  const [row] = await fixture.deliveriesOf(merchant.merchantId);
  if (!row) throw new Error('nothing was announced');
  const job = { merchantId: merchant.merchantId, deliveryId: row.id };
  return {
    merchant,
    row,
    run: ({ app: own, limits }: Worker) =>
      attemptDelivery({ ...own, receivers: DELIVERY_RECEIVERS }, limits, job),
  };
}

async function standing({ merchantId }: MerchantWithProvider) {
  const { rows } = await fixture.owner.query(
    `SELECT state, attempts, deferrals, next_attempt_at > clock_timestamp() + interval '1 minute' AS is_later
     FROM deliveries WHERE merchant_id = $1`,
    [merchantId],
  );
  return rows[0];
}

const callsOf = ({ key }: MerchantWithProvider) =>
  [...fixture.mailchimp.requests, ...fixture.rdStation.requests].filter((call) => call.key === key).length;

test('an attempt that failed between the reading of the row and its lock is not repeated before the retry is due', async () => {
  const [late, early] = [await startWorker(), await startWorker()];
  const { merchant, run } = await announce(late.app);
  fixture.mailchimp.misbehave('error500', { key: merchant.key });
  await run(beforeLocks(late, () => run(early)));
  expect(await standing(merchant)).toEqual({ state: 'waiting', attempts: 1, deferrals: 0, is_later: true });
  expect(callsOf(merchant)).toBe(1);
});

const closeGate = (account: string, gate: AccountGate, result: 'silent' | undefined) => {
  gate.enter(account);
  if (result) gate.exit(account, result);
};

test.each([
  ['claimed', undefined],
  ['skipped', 'silent'],
] as const)('a delivery that was deferred in between is not %s before it is due again', async (_, result) => {
  const [late, early] = [await startWorker({ breakerFailures: 1 }), await startWorker({ turnMaxMs: 0 })];
  const { merchant, row, run } = await announce(late.app, 'rd_station');
  if (result) closeGate(row.integration_config_id ?? '', late.limits.gate, result);
  await fixture.owner.query(
    `INSERT INTO integration_rates SELECT merchant_id, id, clock_timestamp() + interval '1 second' FROM integration_configs
     WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  await run(beforeLocks(late, () => run(early)));
  expect(await standing(merchant)).toEqual({ state: 'waiting', attempts: 0, deferrals: 1, is_later: true });
  expect(callsOf(merchant)).toBe(0);
});

test.each([
  ['uses an attempt up', { breakerFailures: 1 }, 'silent', beforeLocks],
  ['defers it', { callsPerAccount: 1, deferBaseMs: 1, deferMaxMs: 1 }, undefined, beforeDeferral],
] as const)(
  'a worker that may not call the account %s only if no other worker has made an attempt meanwhile',
  async (_, rules, result, before) => {
    const [late, early] = [await startWorker(rules), await startWorker()];
    const { merchant, row, run } = await announce(late.app);
    closeGate(row.integration_config_id ?? '', late.limits.gate, result);
    fixture.mailchimp.misbehave('error500', { key: merchant.key });
    await run(before(late, () => run(early)));
    expect(await standing(merchant)).toEqual({ state: 'waiting', attempts: 1, deferrals: 0, is_later: true });
  },
);

test('an attempt is not skipped that another worker, which died in it, has claimed meanwhile', async () => {
  const late = await startWorker({ breakerFailures: 1 });
  const { merchant, row, run } = await announce(late.app);
  closeGate(row.integration_config_id ?? '', late.limits.gate, 'silent');
  const claimElsewhere = () =>
    fixture.owner.query('UPDATE deliveries SET attempts = attempts + 1 WHERE id = $1', [row.id]);
  await run(beforeLocks(late, claimElsewhere));
  expect(await standing(merchant)).toEqual({ state: 'waiting', attempts: 1, deferrals: 0, is_later: false });
});

test('a delivery that another worker holds is left as it is, and gets another job', async () => {
  const [late, early] = [await startWorker(), await startWorker()];
  const { merchant, row, run } = await announce(late.app);
  await early.limits.locks.claim(row.id);
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  await run(late);
  expect(await standing(merchant)).toEqual({ state: 'waiting', attempts: 0, deferrals: 0, is_later: false });
  expect(await fixture.jobsOf(merchant.merchantId)).toMatchObject([{ deliveryId: row.id }]);
  expect(callsOf(merchant)).toBe(0);
});

test('an eighth attempt that is under way, in this process or another, does not count as interrupted', async () => {
  const [here, there] = [await startWorker(), await startWorker()];
  const { merchant, row, run } = await announce(here.app);
  await fixture.owner.query('UPDATE deliveries SET attempts = 8 WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  await here.limits.locks.claim(row.id);
  for (const worker of [here, there]) await run(worker);
  expect(await standing(merchant)).toMatchObject({ state: 'waiting', attempts: 8 });
});

test('an eighth attempt that was deferred after it seemed interrupted is made all the same', async () => {
  const late = await startWorker();
  const { merchant, run } = await announce(late.app);
  await fixture.owner.query('UPDATE deliveries SET attempts = 8 WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  const takeBack = () =>
    fixture.owner.query('UPDATE deliveries SET attempts = 7 WHERE merchant_id = $1', [merchant.merchantId]);
  await run(beforeLocks(late, takeBack));
  expect(await standing(merchant)).toMatchObject({ state: 'waiting', attempts: 7 });
  await run(late);
  expect(await standing(merchant)).toMatchObject({ state: 'delivered', attempts: 8 });
});
