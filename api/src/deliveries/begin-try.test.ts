import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import type { App } from '../context.ts';
import { DELIVERY_RECEIVERS } from '../delivery-receivers.ts';
import { inTurn } from '../lib/database.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { type MerchantWithProvider, useDeliveryFixture } from '../test/delivery-fixture.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';
import { type AccountGate, createAccountGate } from './account-gate.ts';
import type { DeliveryLimits } from './begin-try.ts';
import { deliver } from './deliver.ts';
import { createDeliveryLocks } from './delivery-locks.ts';

/** Of two processes with a job each for the same delivery, one has read the row when the other makes its whole try. */

const fixture = useDeliveryFixture();
/** What is put off is far from due again. */
const PATIENT = {
  retryBaseMs: 600_000,
  snoozeBaseMs: 600_000,
  snoozeMaxMs: 600_000,
  failingSnoozeMaxMs: 600_000,
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

/** It has read the row, and something else happens before it asks for the delivery's lock. */
function beforeLocks({ app, limits: { locks, gate } }: Worker, meanwhile: () => Promise<unknown>): Worker {
  const take: typeof locks.take = async (...asked) => {
    await meanwhile();
    return await locks.take(...asked);
  };
  return { app, limits: { locks: { take }, gate } };
}

async function announce(app: App, provider: 'mailchimp' | 'rd_station' = 'mailchimp') {
  const merchant = await fixture.insertMerchant(app, provider);
  await merchant.counter.earn(freshPhone(), 10_000);
  const [row] = await fixture.deliveriesOf(merchant.merchantId);
  if (!row) throw new Error('nothing was announced');
  const job = { merchantId: merchant.merchantId, deliveryId: row.id };
  return {
    merchant,
    row,
    run: ({ app: own, limits }: Worker) => deliver({ ...own, receivers: DELIVERY_RECEIVERS }, limits, job),
  };
}

async function standing({ merchantId }: MerchantWithProvider) {
  const { rows } = await fixture.owner.query(
    `SELECT state, tries, snoozed, next_try_at > clock_timestamp() + interval '1 minute' AS is_put_off
     FROM deliveries WHERE merchant_id = $1`,
    [merchantId],
  );
  return rows[0];
}

const callsOf = ({ key }: MerchantWithProvider) =>
  [...fixture.mailchimp.requests, ...fixture.rdStation.requests].filter((call) => call.key === key).length;

test('a try that failed between the reading of the row and its lock is not made again before its time', async () => {
  const [late, early] = [await startWorker(), await startWorker()];
  const { merchant, run } = await announce(late.app);
  fixture.mailchimp.misbehave('error500', { key: merchant.key });
  await run(beforeLocks(late, () => run(early)));
  expect(await standing(merchant)).toEqual({ state: 'waiting', tries: 1, snoozed: 0, is_put_off: true });
  expect(callsOf(merchant)).toBe(1);
});

test('a try that was given back in between is not taken before the time it was put off to', async () => {
  const [late, early] = [await startWorker(), await startWorker({ turnMaxMs: 0 })];
  const { merchant, run } = await announce(late.app, 'rd_station');
  await fixture.owner.query(
    `INSERT INTO integration_rates SELECT merchant_id, id, clock_timestamp() + interval '1 second' FROM integration_configs
     WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  await run(beforeLocks(late, () => run(early)));
  expect(await standing(merchant)).toEqual({ state: 'waiting', tries: 0, snoozed: 1, is_put_off: true });
  expect(callsOf(merchant)).toBe(0);
});

const outOfReach = (account: string, gate: AccountGate, result: 'silent' | undefined) => {
  gate.enter(account);
  if (result) gate.leave(account, result);
};

test.each([
  ['uses up a try', 'spend_delivery_try', { breakerFailures: 1 }, 'silent'],
  ['puts it off', 'snooze_delivery', { callsPerAccount: 1, snoozeBaseMs: 1, snoozeMaxMs: 1 }, undefined],
] as const)(
  'whoever may not call the account %s only where nobody has made one meanwhile',
  async (_, name, rules, result) => {
    const [late, early] = [await startWorker(rules), await startWorker()];
    const { merchant, row, run } = await announce(late.app);
    outOfReach(row.integration_config_id ?? '', late.limits.gate, result);
    fixture.mailchimp.misbehave('error500', { key: merchant.key });
    const tenancy = beforeStatement(late.app.tenancy, name, () => run(early));
    await run({ ...late, app: { ...late.app, tenancy } });
    expect(await standing(merchant)).toEqual({ state: 'waiting', tries: 1, snoozed: 0, is_put_off: true });
  },
);

test('a delivery that somebody still has in hand is left as it is, and looked at again', async () => {
  const [late, early] = [await startWorker(), await startWorker()];
  const { merchant, row, run } = await announce(late.app);
  await early.limits.locks.take(row.id);
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  await run(late);
  expect(await standing(merchant)).toEqual({ state: 'waiting', tries: 0, snoozed: 0, is_put_off: false });
  expect(await fixture.jobsOf(merchant.merchantId)).toMatchObject([{ deliveryId: row.id }]);
  expect(callsOf(merchant)).toBe(0);
});

test('an eighth try that is under way, in this process or another, is not taken for interrupted', async () => {
  const [here, there] = [await startWorker(), await startWorker()];
  const { merchant, row, run } = await announce(here.app);
  await fixture.owner.query('UPDATE deliveries SET tries = 8 WHERE merchant_id = $1', [merchant.merchantId]);
  await here.limits.locks.take(row.id);
  for (const worker of [here, there]) await run(worker);
  expect(await standing(merchant)).toMatchObject({ state: 'waiting', tries: 8 });
});

test('an eighth try that was given back while somebody took it for interrupted is made all the same', async () => {
  const late = await startWorker();
  const { merchant, run } = await announce(late.app);
  await fixture.owner.query('UPDATE deliveries SET tries = 8 WHERE merchant_id = $1', [merchant.merchantId]);
  const giveBack = () =>
    fixture.owner.query('UPDATE deliveries SET tries = 7 WHERE merchant_id = $1', [merchant.merchantId]);
  await run(beforeLocks(late, giveBack));
  expect(await standing(merchant)).toMatchObject({ state: 'waiting', tries: 7 });
  await run(late);
  expect(await standing(merchant)).toMatchObject({ state: 'delivered', tries: 8 });
});
