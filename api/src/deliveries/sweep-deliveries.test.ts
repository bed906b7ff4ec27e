import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { beforeStatement } from '../test/before-statement.ts';
import { type OpenedApp, type ShopWithProvider, soon, useDeliveryScene } from '../test/delivery-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

const scene = useDeliveryScene();
let opened: OpenedApp;
let shop: ShopWithProvider;

beforeEach(async () => {
  opened = await scene.open();
  shop = await scene.insertShop(opened.app);
});

const loseJobs = () => scene.owner.query('DELETE FROM graphile_worker._private_jobs');

const setDueAgo = (interval: string) =>
  scene.owner.query('UPDATE deliveries SET next_try_at = now() - $2::interval WHERE merchant_id = $1', [
    shop.merchantId,
    interval,
  ]);

test('a delivery whose job was lost gets another one, and is made', async () => {
  await shop.till.earn(freshPhone(), 10_000);
  await setDueAgo('1 minute');
  await loseJobs();
  expect(await sweepDeliveries(opened.app), 'not long enough ago').toEqual({ overdue: 0 });
  await setDueAgo('3 minutes');
  await loseJobs();
  expect(await sweepDeliveries(opened.app)).toEqual({ overdue: 1 });
  expect(await sweepDeliveries(opened.app), 'it is due only now').toEqual({ overdue: 0 });
  expect(await scene.jobsOf(shop.merchantId)).toHaveLength(1);
  opened.startJobs();
  await soon(async () => {
    const [row] = await scene.deliveriesOf(shop.merchantId);
    expect(row).toMatchObject({ state: 'delivered', tries: 1 });
  });
});

test('a delivery that was put off while it was looked for is not brought forward', async () => {
  await shop.till.earn(freshPhone(), 10_000);
  await setDueAgo('3 minutes');
  const putOff = () => setDueAgo('-1 hour');
  await sweepDeliveries({ tenancy: beforeStatement(opened.app.tenancy, 'remind_of_deliveries', putOff) });
  const { rows } = await scene.owner.query(
    "SELECT next_try_at > now() + interval '50 minutes' AS is_put_off FROM deliveries WHERE merchant_id = $1",
    [shop.merchantId],
  );
  expect(rows).toEqual([{ is_put_off: true }]);
});

test('what ended is never made again, however often its job runs', async () => {
  await shop.till.earn(freshPhone(), 10_000);
  opened.startJobs();
  await soon(async () => expect((await scene.deliveriesOf(shop.merchantId))[0]?.state).toBe('delivered'));
  const calls = scene.mailchimp.requests.length;
  const [row] = await scene.deliveriesOf(shop.merchantId);
  await scene.owner.query("SELECT graphile_worker.add_job('deliver', $1)", [
    JSON.stringify({ merchantId: shop.merchantId, deliveryId: row?.id }),
  ]);
  await soon(async () => expect(await scene.jobsOf(shop.merchantId)).toEqual([]));
  expect(scene.mailchimp.requests).toHaveLength(calls);
  expect(await scene.logOf(shop.merchantId)).toHaveLength(1);
});

test('a bulk sync that nobody feeds is fed again, with one job', async () => {
  await scene.owner.query(
    'INSERT INTO bulk_syncs (merchant_id, id, employee_id, total_count) VALUES ($1, $2, $3, 5)',
    [shop.merchantId, randomUUID(), shop.staff.employeeId],
  );
  await sweepDeliveries(opened.app);
  await sweepDeliveries(opened.app);
  const { rows } = await scene.owner.query(
    "SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'feed-bulk-sync'",
  );
  expect(rows).toEqual([{ jobs: 1 }]);
});

test('what screens asked of providers is gone after a day', async () => {
  for (const age of ['2 days', '23 hours'])
    await scene.owner.query(
      `INSERT INTO provider_requests (merchant_id, id, employee_id, provider, kind, input, created_at)
       VALUES ($1, $2, $3, 'mailchimp', 'test', '{}', now() - $4::interval)`,
      [shop.merchantId, randomUUID(), shop.staff.employeeId, age],
    );
  await sweepDeliveries(opened.app);
  const { rows } = await scene.owner.query(
    "SELECT (created_at > now() - interval '1 day') AS is_young FROM provider_requests WHERE merchant_id = $1",
    [shop.merchantId],
  );
  expect(rows).toEqual([{ is_young: true }]);
});
