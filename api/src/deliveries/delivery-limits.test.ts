import type pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, onTestFinished, test, vi } from 'vitest';
import { waitForTurn } from '../integrations/account-call.ts';
import { requestConnectionTest } from '../integrations/request-connection-test.ts';
import { showProviderRequest } from '../integrations/show-provider-request.ts';
import { inTurn } from '../lib/database.ts';
import { createOutboundTasks } from '../tasks.ts';
import {
  type MerchantWithProvider,
  type OpenedApp,
  soon,
  useDeliveryFixture,
} from '../test/delivery-fixture.ts';
import { HOUR_MS } from '../test/money-app.ts';
import { DeliveryDeferred } from './delivery.ts';
import { createAccountGate, createDeliveryLocks } from './delivery-limits.ts';
import { DELIVERY_RULES } from './delivery-rules.ts';
import { insertDeliveries } from './enqueue-deliveries.ts';

const wait = vi.hoisted(() => vi.fn());
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  return { ...real, setTimeout: wait.mockImplementation(real.setTimeout) };
});

const fixture = useDeliveryFixture();

/** Turns of an account more than an hour apart, for a provider that takes 120 calls a minute. */
const HOURLY = { minuteMs: 120 * HOUR_MS, turnMaxMs: 1_000 * HOUR_MS };

/** The waits for a turn, in the order of the turns. From now on each ends at once. */
function recordTurns(): number[] {
  const waits: number[] = [];
  const real = wait.getMockImplementation();
  // All other waits of the product come with options.
  wait.mockImplementation(async (ms: number, ...options: unknown[]) => {
    if (options.length > 0) return await real?.(ms, ...options);
    waits.push(ms);
    waits.sort((one, other) => one - other);
  });
  onTestFinished(() => void wait.mockImplementation(real as typeof wait));
  return waits;
}

/** Holds each call to a provider up, until the returned function is called. */
function holdCalls(...apps: OpenedApp['app'][]): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const app of apps) {
    const { outgoing } = app;
    app.outgoing = async (request) => {
      await released;
      return await outgoing(request);
    };
  }
  return release;
}

/** Waits until so many of the merchant's deliveries have found no free slot. */
const untilDeferred = ({ merchantId }: MerchantWithProvider, count: number) =>
  soon(async () => {
    const { rowCount } = await fixture.owner.query(
      'SELECT FROM deliveries WHERE merchant_id = $1 AND deferrals > 0',
      [merchantId],
    );
    expect(rowCount).toBe(count);
  });

/** Makes that many deliveries of one customer at once, as a bulk sync does. */
async function pour(
  app: Parameters<typeof fixture.insertMerchant>[0],
  merchant: MerchantWithProvider,
  count: number,
): Promise<void> {
  const purchase = await merchant.counter.issue(freshPhone(), 10_000);
  const { rows } = await fixture.owner.query<{ customer_id: string; config_id: string }>(
    `SELECT t.customer_id, i.id AS config_id FROM transactions t, integration_configs i
     WHERE t.id = $1 AND i.merchant_id = t.merchant_id`,
    [purchase.transactionId],
  );
  const [row] = rows;
  const one = {
    event: 'purchase',
    subjectId: purchase.transactionId,
    customerId: row?.customer_id ?? '',
    integrationConfigId: row?.config_id ?? '',
    occurredAt: new Date(),
  };
  await app.tenancy.withTenant(merchant.merchantId, (tx) =>
    insertDeliveries(
      tx,
      Array.from({ length: count }, () => one),
    ),
  );
}

/** Requests as many connection tests as a merchant may. */
async function askFiveTimes(
  app: Parameters<typeof fixture.insertMerchant>[0],
  { staff }: MerchantWithProvider,
): Promise<{ requestId: string }[]> {
  const account = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us7' } as const;
  const requests = [];
  for (let asked = 0; asked < 5; asked += 1)
    requests.push(await requestConnectionTest(app, staff, { ip: '127.0.0.1' }, account));
  return requests;
}

const untilAllEnded = (merchant: MerchantWithProvider) =>
  soon(async () => {
    const states = (await fixture.deliveriesOf(merchant.merchantId)).map((row) => row.state);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });

test('three merchants whose provider hangs on everything delay no other merchant', async () => {
  const opened = await fixture.open(DELIVERY_RULES, { timeLimitMs: 120_000 });
  const dead = [1, 2, 3].map(() => fixture.insertMerchant(opened.app));
  const other = await fixture.insertMerchant(opened.app, 'rd_station');
  fixture.mailchimp.misbehave('hang');
  for (const merchant of dead) await pour(opened.app, await merchant, 40);
  opened.startJobs();
  const underWay = dead.length * DELIVERY_RULES.callsPerAccount;
  await soon(() => expect(fixture.mailchimp.connections().now).toBeGreaterThanOrEqual(underWay));
  for (let purchase = 1; purchase <= 3; purchase += 1) {
    await other.counter.earn(freshPhone(), 10_000);
    await soon(async () => {
      const rows = await fixture.deliveriesOf(other.merchantId);
      expect(rows.filter((row) => row.state === 'delivered')).toHaveLength(purchase);
    });
    expect(fixture.mailchimp.connections().now, 'they all still hang').toBe(underWay);
  }
});

test('a call that ends makes way for the next delivery, however long that was deferred', async () => {
  const opened = await fixture.open({ callsPerAccount: 2, deferBaseMs: 600_000, deferMaxMs: 600_000 });
  const merchant = await fixture.insertMerchant(opened.app);
  await pour(opened.app, merchant, 12);
  const release = holdCalls(opened.app);
  opened.startJobs();
  await untilDeferred(merchant, 10);
  release();
  await untilAllEnded(merchant);
});

test('two processes together never have more calls under way than the provider allows an account', async () => {
  const greedy = { callsPerAccount: 16, callsOfFailing: 16 };
  const [first, second] = [await fixture.open(greedy), await fixture.open(greedy)];
  const merchant = await fixture.insertMerchant(first.app);
  await pour(first.app, merchant, 60);
  const requests = await askFiveTimes(first.app, merchant);
  const release = holdCalls(first.app, second.app);
  let [now, most] = [0, 0];
  for (const { app } of [first, second]) {
    const { outgoing } = app;
    app.outgoing = async (request) => {
      now += 1;
      most = Math.max(most, now);
      try {
        return await outgoing(request);
      } finally {
        now -= 1;
      }
    };
  }
  first.startJobs();
  second.startJobs();
  // Nine of the deliveries are called, and one of the requests.
  await untilDeferred(merchant, 51);
  await soon(() => expect(now).toBe(10));
  release();
  await untilAllEnded(merchant);
  expect(most).toBe(10);
  expect(fixture.mailchimp.connections(merchant.key).most).toBeLessThanOrEqual(10);
  const attempts = (await fixture.deliveriesOf(merchant.merchantId)).map((row) => row.attempts);
  expect(new Set(attempts), 'none of them was refused').toEqual(new Set([1]));
  await soon(async () => {
    for (const request of requests)
      expect(await showProviderRequest(first.app, merchant.merchantId, request)).toMatchObject({
        state: 'succeeded',
      });
  });
});

test('two processes together never call an account more often in a minute than its provider allows', async () => {
  // With room for all workers, only that limit holds calls back.
  const rules = { ...HOURLY, callsPerAccount: 16 };
  const [first, second] = [await fixture.open(rules), await fixture.open(rules)];
  const waits = recordTurns();
  const merchant = await fixture.insertMerchant(first.app, 'rd_station');
  await pour(first.app, merchant, 20);
  first.startJobs();
  second.startJobs();
  await untilAllEnded(merchant);
  const calls = fixture.rdStation.requests.filter((call) => call.key === merchant.key);
  expect(calls.length).toBeGreaterThanOrEqual(40);
  expect(waits, 'all but the first').toHaveLength(calls.length - 1);
  for (const [index, ms] of waits.entries()) expect(ms).toBeGreaterThanOrEqual((index + 1) * HOUR_MS);
});

test('turns that two processes claim at once are never closer together than the limit says', async () => {
  const apps = [(await fixture.open(HOURLY)).app, (await fixture.open(HOURLY)).app] as const;
  const merchant = await fixture.insertMerchant(apps[0], 'rd_station');
  const { rows } = await fixture.owner.query('SELECT id FROM integration_configs WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  const waits = recordTurns();
  // As many at once as there are connections: more would wait for one, and on a slow machine give up.
  await Promise.all(
    Array.from({ length: 12 }, async (_, lane) => {
      for (let turn = 0; turn < 10; turn++)
        await waitForTurn(apps[lane % 2 === 0 ? 0 : 1], merchant.merchantId, rows[0].id, 120);
    }),
  );
  expect(waits, 'all but the first').toHaveLength(119);
  for (const [index, ms] of waits.entries()) expect(ms).toBeGreaterThanOrEqual((index + 1) * HOUR_MS);
});

test('turns are given one after the other, and a call that would wait too long is deferred without one', async () => {
  // Turns are 66 seconds apart: longer than all of this takes.
  const { app } = await fixture.open({ minuteMs: 7_200_000, turnMaxMs: 50 });
  const merchant = await fixture.insertMerchant(app, 'rd_station');
  const { rows } = await fixture.owner.query('SELECT id FROM integration_configs WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  const ask = () => waitForTurn(app, merchant.merchantId, rows[0].id, 120);
  const asked = await Promise.allSettled(Array.from({ length: 60 }, ask));
  const refused = asked.filter((each) => each.status === 'rejected');
  for (const { reason } of refused) expect(reason).toBeInstanceOf(DeliveryDeferred);
  expect(refused).toHaveLength(59);
  // The one turn passes. The deferred calls have claimed none, so the next is free.
  await fixture.owner.query(
    "UPDATE integration_rates SET next_call_at = next_call_at - interval '66 seconds' WHERE merchant_id = $1",
    [merchant.merchantId],
  );
  await ask();
});

test('a delivery that would wait too long for its turn is deferred and has used no attempt up', async () => {
  const opened = await fixture.open({ turnMaxMs: 0 });
  const merchant = await fixture.insertMerchant(opened.app, 'rd_station');
  // The account's turns of the next hour are claimed.
  await fixture.owner.query(
    `INSERT INTO integration_rates SELECT merchant_id, id, now() + interval '1 hour' FROM integration_configs
     WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  await pour(opened.app, merchant, 1);
  opened.startJobs();
  await soon(async () => {
    const { rows } = await fixture.owner.query(
      'SELECT deferrals, attempts FROM deliveries WHERE merchant_id = $1',
      [merchant.merchantId],
    );
    expect(rows).toEqual([{ deferrals: expect.any(Number), attempts: 0 }]);
    expect(rows[0].deferrals).toBeGreaterThan(0);
  });
  expect(fixture.rdStation.requests.filter((call) => call.key === merchant.key)).toEqual([]);
});

test('a delivery whose job runs twice at the same time, here and elsewhere, is sent once', async () => {
  const [first, second] = [await fixture.open(), await fixture.open()];
  const merchant = await fixture.insertMerchant(first.app);
  await pour(first.app, merchant, 1);
  const [row] = await fixture.deliveriesOf(merchant.merchantId);
  const payload = { merchantId: merchant.merchantId, deliveryId: row?.id };
  const leases = await Promise.all([1, 2].map(() => fixture.owner.connect()));
  const doers = [first, second].map(({ app }, index) => {
    const lease = inTurn(leases[index] as pg.PoolClient);
    return createOutboundTasks(app, {
      locks: createDeliveryLocks(async () => lease),
      gate: createAccountGate(app.deliveryRules),
    });
  });
  const signal = new AbortController().signal;
  const run = (tasks: (typeof doers)[0]) => tasks.deliver?.(payload, { abortSignal: signal } as never);
  await Promise.all(doers.flatMap((tasks) => [run(tasks), run(tasks), run(tasks)]));
  for (const lease of leases) lease.release();
  const [after] = await fixture.deliveriesOf(merchant.merchantId);
  expect(after).toMatchObject({ state: 'delivered', attempts: 1 });
  const calls = fixture.mailchimp.requests.filter((call) => call.key === merchant.key);
  expect(calls.filter((call) => call.method === 'PUT')).toHaveLength(1);
});
