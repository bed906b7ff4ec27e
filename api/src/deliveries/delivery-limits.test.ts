import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { requestConnectionTest } from '../integrations/request-connection-test.ts';
import { showProviderRequest } from '../integrations/show-provider-request.ts';
import { createOutboundTasks } from '../jobs/tasks.ts';
import { inTurn } from '../lib/database.ts';
import { type ShopWithProvider, soon, useDeliveryScene } from '../test/delivery-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';
import { createAccountGate } from './account-gate.ts';
import { waitForTurn } from './account-rate.ts';
import { DeliveryPostponed } from './delivery.ts';
import { createDeliveryLocks } from './delivery-locks.ts';
import { DELIVERY_RULES } from './delivery-rules.ts';
import { insertDeliveries } from './enqueue-deliveries.ts';

const scene = useDeliveryScene();

/** So many deliveries of one customer at once, as a bulk sync makes them. */
async function pour(
  app: Parameters<typeof scene.insertShop>[0],
  shop: ShopWithProvider,
  count: number,
): Promise<void> {
  const sale = await shop.till.issue(freshPhone(), 10_000);
  const { rows } = await scene.owner.query<{ customer_id: string; config_id: string }>(
    `SELECT t.customer_id, i.id AS config_id FROM transactions t, integration_configs i
     WHERE t.id = $1 AND i.merchant_id = t.merchant_id`,
    [sale.transactionId],
  );
  const [row] = rows;
  const one = {
    event: 'purchase',
    subjectId: sale.transactionId,
    customerId: row?.customer_id ?? '',
    integrationConfigId: row?.config_id ?? '',
    occurredAt: new Date(),
  };
  await app.tenancy.withTenant(shop.merchantId, (tx) =>
    insertDeliveries(
      tx,
      Array.from({ length: count }, () => one),
    ),
  );
}

/** As often as a merchant may, whether the account answers. */
async function askFiveTimes(
  app: Parameters<typeof scene.insertShop>[0],
  { staff }: ShopWithProvider,
): Promise<{ requestId: string }[]> {
  const account = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us7' } as const;
  const requests = [];
  for (let asked = 0; asked < 5; asked += 1)
    requests.push(await requestConnectionTest(app, staff, { ip: '127.0.0.1' }, account));
  return requests;
}

const untilAllEnded = (shop: ShopWithProvider) =>
  soon(async () => {
    const states = (await scene.deliveriesOf(shop.merchantId)).map((row) => row.state);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });

test('three shops whose provider hangs on everything delay no other shop by more than five seconds', async () => {
  const opened = await scene.open(DELIVERY_RULES, { timeLimitMs: 10_000 });
  const dead = [1, 2, 3].map(() => scene.insertShop(opened.app));
  const other = await scene.insertShop(opened.app, 'rd_station');
  scene.mailchimp.misbehave('hang');
  for (const shop of dead) await pour(opened.app, await shop, 40);
  opened.startJobs();
  const underWay = dead.length * DELIVERY_RULES.callsPerAccount;
  await soon(() => expect(scene.mailchimp.connections().now).toBeGreaterThanOrEqual(underWay));
  for (let sale = 1; sale <= 3; sale += 1) {
    const startedAt = performance.now();
    await other.till.earn(freshPhone(), 10_000);
    await soon(async () => {
      const rows = await scene.deliveriesOf(other.merchantId);
      expect(rows.filter((row) => row.state === 'delivered')).toHaveLength(sale);
    });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }
  expect(scene.mailchimp.connections().now, 'they still hang').toBeGreaterThan(0);
});

test('two processes together never have more calls under way than the provider allows an account', async () => {
  const greedy = { callsPerAccount: 16, callsOfFailing: 16 };
  const [first, second] = [await scene.open(greedy), await scene.open(greedy)];
  const shop = await scene.insertShop(first.app);
  await pour(first.app, shop, 60);
  const requests = await askFiveTimes(first.app, shop);
  // Long enough that all who may call at once do.
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
  await untilAllEnded(shop);
  expect(most).toBeLessThanOrEqual(10);
  expect(most, 'and it was tried').toBeGreaterThanOrEqual(6);
  expect(scene.mailchimp.connections(shop.key).most).toBeLessThanOrEqual(10);
  const tries = (await scene.deliveriesOf(shop.merchantId)).map((row) => row.tries);
  expect(new Set(tries), 'none of them was refused').toEqual(new Set([1]));
  await soon(async () => {
    for (const request of requests)
      expect(await showProviderRequest(first.app, shop.merchantId, request)).toMatchObject({
        state: 'succeeded',
      });
  });
});

test('two processes together never call an account more often in a minute than its provider allows', async () => {
  // Six seconds for a minute, so 20 calls in each second; and no snooze that would hide what the limit does.
  const hasty = { minuteMs: 6_000, callsPerAccount: 16 };
  const [first, second] = [await scene.open(hasty), await scene.open(hasty)];
  const shop = await scene.insertShop(first.app, 'rd_station');
  await pour(first.app, shop, 20);
  first.startJobs();
  second.startJobs();
  await untilAllEnded(shop);
  const times = scene.rdStation.requests
    .filter((call) => call.key === shop.key)
    .map((call) => call.at.getTime());
  expect(times.length).toBeGreaterThanOrEqual(40);
  for (const [index, from] of times.entries())
    expect(times.slice(index).filter((at) => at < from + 1_000).length).toBeLessThanOrEqual(20);
});

test('turns that two processes take at once are never closer together than the limit says', async () => {
  const hasty = { minuteMs: 2_000, turnMaxMs: 60_000 };
  const apps = [(await scene.open(hasty)).app, (await scene.open(hasty)).app] as const;
  const shop = await scene.insertShop(apps[0], 'rd_station');
  const { rows } = await scene.owner.query('SELECT id FROM integration_configs WHERE merchant_id = $1', [
    shop.merchantId,
  ]);
  const startedAt = performance.now();
  const turns = await Promise.all(
    Array.from({ length: 120 }, async (_, turn) => {
      await waitForTurn(apps[turn % 2 === 0 ? 0 : 1], shop.merchantId, rows[0].id, 120);
      return performance.now() - startedAt;
    }),
  );
  turns.sort((one, other) => one - other);
  for (const [index, at] of turns.entries()) expect(at).toBeGreaterThanOrEqual((index * 2_000) / 120);
});

test('turns are given one after the other, and who would wait too long is sent away without one', async () => {
  const { app } = await scene.open({ minuteMs: 2_000, turnMaxMs: 50 });
  const shop = await scene.insertShop(app, 'rd_station');
  const { rows } = await scene.owner.query('SELECT id FROM integration_configs WHERE merchant_id = $1', [
    shop.merchantId,
  ]);
  const ask = () => waitForTurn(app, shop.merchantId, rows[0].id, 120);
  const asked = await Promise.allSettled(Array.from({ length: 60 }, ask));
  const refused = asked.filter((each) => each.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length, 'the others had theirs').toBeLessThan(60);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(DeliveryPostponed);
  await wait(150);
  await ask();
});

test('a delivery that had to wait too long for its turn is put off and has used no try up', async () => {
  const opened = await scene.open({ turnMaxMs: 0 });
  const shop = await scene.insertShop(opened.app, 'rd_station');
  // Somebody else has taken the account's turns of the next seconds.
  await scene.owner.query(
    `INSERT INTO integration_rates SELECT merchant_id, id, now() + interval '3 seconds' FROM integration_configs
     WHERE merchant_id = $1`,
    [shop.merchantId],
  );
  await pour(opened.app, shop, 1);
  opened.startJobs();
  await soon(async () => {
    const { rows } = await scene.owner.query('SELECT snoozed, tries FROM deliveries WHERE merchant_id = $1', [
      shop.merchantId,
    ]);
    expect(rows).toEqual([{ snoozed: expect.any(Number), tries: 0 }]);
    expect(rows[0].snoozed).toBeGreaterThan(0);
  });
  expect(scene.rdStation.requests.filter((call) => call.key === shop.key)).toEqual([]);
});

test('a delivery whose job runs twice at the same time, here and elsewhere, is sent once', async () => {
  const [first, second] = [await scene.open(), await scene.open()];
  const shop = await scene.insertShop(first.app);
  await pour(first.app, shop, 1);
  const [row] = await scene.deliveriesOf(shop.merchantId);
  const payload = { merchantId: shop.merchantId, deliveryId: row?.id };
  const leases = await Promise.all([1, 2].map(() => scene.owner.connect()));
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
  const [after] = await scene.deliveriesOf(shop.merchantId);
  expect(after).toMatchObject({ state: 'delivered', tries: 1 });
  const calls = scene.mailchimp.requests.filter((call) => call.key === shop.key);
  expect(calls.filter((call) => call.method === 'PUT')).toHaveLength(1);
});
