import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, expect, test } from 'vitest';
import { asWorker } from '../test/as-worker.ts';
import { beforeStatement } from '../test/before-statement.ts';
import {
  type MerchantWithProvider,
  type OpenedApp,
  soon,
  useDeliveryFixture,
} from '../test/delivery-fixture.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

const fixture = useDeliveryFixture();
let opened: OpenedApp;
let merchant: MerchantWithProvider;

beforeEach(async () => {
  opened = await fixture.open();
  merchant = await fixture.insertMerchant(opened.app);
});

const loseJobs = () => fixture.owner.query('DELETE FROM graphile_worker._private_jobs');

const setDueAgo = (interval: string) =>
  fixture.owner.query('UPDATE deliveries SET next_attempt_at = now() - $2::interval WHERE merchant_id = $1', [
    merchant.merchantId,
    interval,
  ]);

test('a delivery whose job was lost gets another job, and is made', async () => {
  await merchant.counter.earn(freshPhone(), 10_000);
  await setDueAgo('1 minute');
  await loseJobs();
  expect(await sweepDeliveries(asWorker(opened.app)), 'not overdue yet').toEqual({ overdue: 0 });
  await setDueAgo('3 minutes');
  await loseJobs();
  expect(await sweepDeliveries(asWorker(opened.app))).toEqual({ overdue: 1 });
  expect(await sweepDeliveries(asWorker(opened.app)), 'it became due just now').toEqual({ overdue: 0 });
  expect(await fixture.jobsOf(merchant.merchantId)).toHaveLength(1);
  opened.startJobs();
  await soon(async () => {
    const [row] = await fixture.deliveriesOf(merchant.merchantId);
    expect(row).toMatchObject({ state: 'delivered', attempts: 1 });
  });
});

test('a delivery that was deferred during the sweep is not brought forward', async () => {
  await merchant.counter.earn(freshPhone(), 10_000);
  await setDueAgo('3 minutes');
  const deferIt = () => setDueAgo('-1 hour');
  await sweepDeliveries({
    tenancy: beforeStatement(opened.app.tenancy, 'bring_deliveries_forward', deferIt),
  });
  const { rows } = await fixture.owner.query(
    "SELECT next_attempt_at > now() + interval '50 minutes' AS is_later FROM deliveries WHERE merchant_id = $1",
    [merchant.merchantId],
  );
  expect(rows).toEqual([{ is_later: true }]);
});

test('a delivery that has ended is never made again, however often its job runs', async () => {
  await merchant.counter.earn(freshPhone(), 10_000);
  opened.startJobs();
  await soon(async () =>
    expect((await fixture.deliveriesOf(merchant.merchantId))[0]?.state).toBe('delivered'),
  );
  const calls = fixture.mailchimp.requests.length;
  const [row] = await fixture.deliveriesOf(merchant.merchantId);
  await fixture.owner.query("SELECT graphile_worker.add_job('deliver', $1)", [
    JSON.stringify({ merchantId: merchant.merchantId, deliveryId: row?.id }),
  ]);
  await soon(async () => expect(await fixture.jobsOf(merchant.merchantId)).toEqual([]));
  expect(fixture.mailchimp.requests).toHaveLength(calls);
  expect(await fixture.logOf(merchant.merchantId)).toHaveLength(1);
});
