import { beforeEach, expect, test } from 'vitest';
import { asWorker } from '../test/as-worker.ts';
import { beforeStatement } from '../test/before-statement.ts';
import {
  type MerchantWithProvider,
  type OpenedApp,
  soon,
  useDeliveryFixture,
} from '../test/delivery-fixture.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';
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
  fixture.owner.query('UPDATE deliveries SET next_try_at = now() - $2::interval WHERE merchant_id = $1', [
    merchant.merchantId,
    interval,
  ]);

test('a delivery whose job was lost gets another one, and is made', async () => {
  await merchant.counter.earn(freshPhone(), 10_000);
  await setDueAgo('1 minute');
  await loseJobs();
  expect(await sweepDeliveries(asWorker(opened.app)), 'not long enough ago').toEqual({ overdue: 0 });
  await setDueAgo('3 minutes');
  await loseJobs();
  expect(await sweepDeliveries(asWorker(opened.app))).toEqual({ overdue: 1 });
  expect(await sweepDeliveries(asWorker(opened.app)), 'it is due only now').toEqual({ overdue: 0 });
  expect(await fixture.jobsOf(merchant.merchantId)).toHaveLength(1);
  opened.startJobs();
  await soon(async () => {
    const [row] = await fixture.deliveriesOf(merchant.merchantId);
    expect(row).toMatchObject({ state: 'delivered', tries: 1 });
  });
});

test('a delivery that was put off while it was looked for is not brought forward', async () => {
  await merchant.counter.earn(freshPhone(), 10_000);
  await setDueAgo('3 minutes');
  const putOff = () => setDueAgo('-1 hour');
  await sweepDeliveries({ tenancy: beforeStatement(opened.app.tenancy, 'remind_of_deliveries', putOff) });
  const { rows } = await fixture.owner.query(
    "SELECT next_try_at > now() + interval '50 minutes' AS is_put_off FROM deliveries WHERE merchant_id = $1",
    [merchant.merchantId],
  );
  expect(rows).toEqual([{ is_put_off: true }]);
});

test('what ended is never made again, however often its job runs', async () => {
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
