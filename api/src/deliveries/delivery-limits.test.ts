import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { waitForTurn } from '../integrations/account-call.ts';
import { requestConnectionTest } from '../integrations/request-connection-test.ts';
import { showProviderRequest } from '../integrations/show-provider-request.ts';
import { inTurn } from '../lib/database.ts';
import { createOutboundTasks } from '../tasks.ts';
import { type MerchantWithProvider, soon, useDeliveryFixture } from '../test/delivery-fixture.ts';
import { DeliveryDeferred } from './delivery.ts';
import { createAccountGate, createDeliveryLocks } from './delivery-limits.ts';
import { DELIVERY_RULES } from './delivery-rules.ts';
import { insertDeliveries } from './enqueue-deliveries.ts';

const fixture = useDeliveryFixture();

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
  // Slow enough that the workers find no free slot for the others.
  const { outgoing } = opened.app;
  opened.app.outgoing = async (request) => {
    await wait(100);
    return await outgoing(request);
  };
  opened.startJobs();
  await untilAllEnded(merchant);
});

test('two processes together never have more calls under way than the provider allows an account', async () => {
  const greedy = { callsPerAccount: 16, callsOfFailing: 16 };
  const [first, second] = [await fixture.open(greedy), await fixture.open(greedy)];
  const merchant = await fixture.insertMerchant(first.app);
  await pour(first.app, merchant, 60);
  const requests = await askFiveTimes(first.app, merchant);
  // Slow enough that all permitted calls overlap.
  for (const { app } of [first, second]) {
    const { outgoing } = app;
    app.outgoing = async (request) => {
      await wait(250);
      const answer = await outgoing(request);
      return answer;
    };
  }
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
  await untilAllEnded(merchant);
  expect(most).toBeLessThanOrEqual(10);
  expect(most, 'and the limit was reached').toBeGreaterThanOrEqual(6);
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
  // A minute of six seconds: 20 calls in each second. With room for all workers, only that limit holds calls
  // back.
  const hasty = { minuteMs: 6_000, callsPerAccount: 16 };
  const [first, second] = [await fixture.open(hasty), await fixture.open(hasty)];
  const merchant = await fixture.insertMerchant(first.app, 'rd_station');
  await pour(first.app, merchant, 20);
  first.startJobs();
  second.startJobs();
  await untilAllEnded(merchant);
  const times = fixture.rdStation.requests
    .filter((call) => call.key === merchant.key)
    .map((call) => call.at.getTime());
  expect(times.length).toBeGreaterThanOrEqual(40);
  for (const [index, from] of times.entries())
    expect(times.slice(index).filter((at) => at < from + 1_000).length).toBeLessThanOrEqual(20);
});

test('turns that two processes claim at once are never closer together than the limit says', async () => {
  const hasty = { minuteMs: 2_000, turnMaxMs: 60_000 };
  const apps = [(await fixture.open(hasty)).app, (await fixture.open(hasty)).app] as const;
  const merchant = await fixture.insertMerchant(apps[0], 'rd_station');
  const { rows } = await fixture.owner.query('SELECT id FROM integration_configs WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  const startedAt = performance.now();
  const turns: number[] = [];
  // As many at once as there are connections: more would wait for one, and on a slow machine give up.
  await Promise.all(
    Array.from({ length: 12 }, async (_, lane) => {
      for (let turn = 0; turn < 10; turn++) {
        await waitForTurn(apps[lane % 2 === 0 ? 0 : 1], merchant.merchantId, rows[0].id, 120);
        turns.push(performance.now() - startedAt);
      }
    }),
  );
  turns.sort((one, other) => one - other);
  for (const [index, at] of turns.entries()) expect(at).toBeGreaterThanOrEqual((index * 2_000) / 120);
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
  // The account's turns of the next seconds are claimed.
  await fixture.owner.query(
    `INSERT INTO integration_rates SELECT merchant_id, id, now() + interval '3 seconds' FROM integration_configs
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
