import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { recordOutcome } from '../deliveries/attempt-delivery.ts';
import type { AttemptOutcome, Delivery } from '../deliveries/delivery.ts';
import { DELIVERY_RECEIVERS } from '../delivery-receivers.ts';
import { asWorker } from '../test/as-worker.ts';
import { insertMerchant } from '../test/money-app.ts';
import { REQUEST, useProviderFixture } from '../test/provider-fixture.ts';
import { enqueueFeeding, feedBulkSync } from './feed-bulk-sync.ts';
import { showBulkSync } from './show-bulk-sync.ts';
import { showSyncLog } from './show-sync-log.ts';
import { startBulkSync } from './start-bulk-sync.ts';

const fixture = useProviderFixture();
const SMALL = { pageLength: 7, maxOpen: 20, pauseMs: 0 };

const start = () => startBulkSync(fixture.app, fixture.staff, REQUEST);
const show = async () => (await showBulkSync(fixture.app, fixture.staff.merchantId)).latest;
const feed = (bulkSyncId: string, rules: Parameters<typeof feedBulkSync>[2] = SMALL) =>
  feedBulkSync(asWorker(fixture.app), { merchantId: fixture.staff.merchantId, bulkSyncId }, rules);

/** Each with one purchase. @returns their phones */
async function insertBuyers(count: number): Promise<string[]> {
  const phones = Array.from({ length: count }, freshPhone);
  for (const phone of phones) await fixture.counter.issue(phone, 1_000);
  return phones;
}

const record = (delivery: Delivery, outcome: AttemptOutcome) =>
  fixture.app.tenancy.withTenant(delivery.merchantId, (tx) =>
    recordOutcome({ ...fixture.app, receivers: DELIVERY_RECEIVERS }, tx, delivery, outcome),
  );

/** As a worker does after the provider accepted or refused the call. */
async function end(delivery: Delivery, isAccepted = true): Promise<void> {
  const failed = { message: 'Recusado', status: 400, retryable: false };
  await record(delivery, isAccepted ? { delivered: { status: 200 } } : { failed });
}

async function endAll(isAccepted: (delivery: Delivery) => boolean = () => true): Promise<number> {
  const waiting = await fixture.waiting();
  for (const delivery of waiting) await end(delivery, isAccepted(delivery));
  return waiting.length;
}

/** Feeds and delivers until the run is over. */
async function finish(id: string, isAccepted?: (delivery: Delivery) => boolean): Promise<void> {
  while ((await show())?.state === 'running') {
    await feed(id);
    await endAll(isAccepted);
  }
}

async function feedingJobs(): Promise<number> {
  const { rows } = await fixture.owner.query(
    `SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'merchantId' = $1 AND payload ->> 'bulkSyncId' IS NOT NULL`,
    [fixture.staff.merchantId],
  );
  return rows.length;
}

test('nothing begins without an active integration, without customers, or twice', async () => {
  expect(await show()).toBeNull();
  await expect(start()).rejects.toMatchObject({ code: 'no_active_integration' });
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await expect(start()).rejects.toMatchObject({
    code: 'no_customers_to_sync',
    message: 'Nenhum cliente encontrado',
  });
  expect(await show()).toBeNull();
  await insertBuyers(2);
  const answers = await Promise.allSettled([start(), start(), start()]);
  const codes = answers
    .map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'started'))
    .sort();
  expect(codes).toEqual(['bulk_sync_running', 'bulk_sync_running', 'started']);
  expect(await show()).toMatchObject({ state: 'running', total: 2, done: 0, finishedAt: null });
  expect(await feedingJobs()).toBe(1);
  const { rows } = await fixture.owner.query(
    `SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'integration.bulk_sync'`,
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ details: { count: 2 } }]);
});

test('every customer with purchases goes to every active integration, whatever its flags, and counts once', async () => {
  const off = { syncOnSignup: false, syncOnPurchase: false, syncOnRedemption: false };
  await fixture.connect('mailchimp', off);
  await fixture.connect('rd_station', off);
  await insertBuyers(60);
  await fixture.counter
    .issue(fixture.phone, 1_000)
    .then((purchase) => fixture.counter.reversePurchase(purchase, 1_000));
  const { id, total } = await start();
  expect(total).toBe(60);
  const [mailchimp] = (
    await fixture.owner.query(
      `SELECT id FROM integration_configs WHERE provider = 'mailchimp' AND merchant_id = $1`,
      [fixture.staff.merchantId],
    )
  ).rows;
  const refused = new Set<string | null>();
  const isAccepted = ({ customerId, integrationConfigId }: Delivery) => {
    if (refused.size < 9 && integrationConfigId === mailchimp.id) refused.add(customerId);
    return !(refused.has(customerId) && integrationConfigId === mailchimp.id);
  };
  // Two feed and four deliver concurrently, some of them the same.
  const feeder = async () => {
    while ((await show())?.state === 'running') await feed(id);
  };
  const worker = async (first: number) => {
    while ((await show())?.state === 'running')
      for (const delivery of (await fixture.waiting()).slice(first, first + 6))
        await end(delivery, isAccepted(delivery));
  };
  await Promise.all([feeder(), feeder(), worker(0), worker(0), worker(3), worker(6)]);
  expect(await show()).toMatchObject({
    state: 'completed',
    total: 60,
    done: 60,
    successCount: 51,
    errorCount: 9,
    finishedAt: expect.any(String),
  });
  const { rows } = await fixture.owner.query(
    `SELECT count(*)::int AS all, count(DISTINCT (customer_id, integration_config_id))::int AS different,
       count(*) FILTER (WHERE state = 'waiting')::int AS waiting
     FROM deliveries WHERE merchant_id = $1`,
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ all: 120, different: 120, waiting: 0 }]);
  const { entries } = await showSyncLog(fixture.app, fixture.staff.merchantId, {
    action: 'bulk_sync',
    status: 'error',
  });
  expect(entries).toHaveLength(9);
});

test('few deliveries are ready at a time, and those that wait for a retry hold nothing up', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await insertBuyers(40);
  const { id } = await start();
  for (let round = 0; round < 6; round += 1) await feed(id);
  expect(await fixture.waiting()).toHaveLength(21);
  await fixture.owner.query(
    `UPDATE deliveries SET attempts = 1, next_attempt_at = now() + interval '1 hour' WHERE merchant_id = $1`,
    [fixture.staff.merchantId],
  );
  await feed(id);
  expect(await fixture.waiting()).toHaveLength(28);
});

test('a job that is lost or done twice changes nothing, and of several that are asked for one waits', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await insertBuyers(10);
  const { id } = await start();
  await feed(id);
  expect(await feedingJobs()).toBe(1);
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  await fixture.app.tenancy.withTenant(fixture.staff.merchantId, async (tx) => {
    await enqueueFeeding(tx, id);
    await enqueueFeeding(tx, id);
  });
  expect(await feedingJobs()).toBe(1);
  await Promise.all([feed(id), feed(id), feed(id)]);
  expect(await fixture.waiting()).toHaveLength(10);
  await endAll();
  await feed(id);
  expect(await show()).toMatchObject({ state: 'completed', total: 10, successCount: 10 });
  expect((await start()).id).not.toBe(id);
});

test('a run goes on after a failure that is retried, and ends with the last customer', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await insertBuyers(3);
  const { id } = await start();
  await feed(id);
  const [first, ...others] = await fixture.waiting();
  if (!first) throw new Error('no customer was handed over');
  for (const delivery of others) await end(delivery);
  const again = { message: 'Sem resposta.', status: null, retryable: true };
  await record(first, { failed: again });
  expect(await show()).toMatchObject({ state: 'running', total: 3, done: 2 });
  await record({ ...first, attempts: 8 }, { failed: again });
  expect(await show()).toMatchObject({ state: 'completed', successCount: 2, errorCount: 1 });
});

test('where the last integration is turned off meanwhile, the rest end as failed and the run is over', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await insertBuyers(20);
  const { id } = await start();
  await feed(id);
  expect(await endAll()).toBe(7);
  await feed(id);
  await fixture.deactivate('mailchimp');
  await finish(id, () => false);
  expect(await show()).toMatchObject({
    state: 'completed',
    total: 20,
    successCount: 7,
    errorCount: 13,
  });
});

test('records that become one during the run are counted as one', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  const phones = await insertBuyers(16);
  const { id } = await start();
  await feed(id);
  const [a, b, c, d] = phones as [string, string, string, string];
  const [y, z] = phones.slice(-2) as [string, string];
  // The cases: both handed over, in either order; one handed over and one to come; neither.
  await fixture.counter.merge(b, a);
  await fixture.counter.merge(y, c);
  await fixture.counter.merge(z, phones[12] ?? '');
  await fixture.counter.merge(phones[4] ?? '', d);
  await finish(id);
  expect(await show()).toMatchObject({ state: 'completed', total: 12, successCount: 12, errorCount: 0 });
});

test('a record that goes on under another one, of which the run knows nothing, is counted itself', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  const stranger = freshPhone();
  // Its id is before all others, and it has bought nothing that counts.
  await fixture.counter
    .issue(stranger, 1_000)
    .then((purchase) => fixture.counter.reversePurchase(purchase, 1_000));
  const phones = await insertBuyers(3);
  const { id } = await start();
  await feed(id);
  await fixture.counter.merge(stranger, phones[0] ?? '');
  await finish(id);
  expect(await show()).toMatchObject({ state: 'completed', total: 3, successCount: 3 });
});

test('another merchant’s run is neither fed nor shown', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await insertBuyers(1);
  const { id } = await start();
  const { merchantId } = await insertMerchant(fixture.owner);
  await feedBulkSync(asWorker(fixture.app), { merchantId, bulkSyncId: id });
  expect(await fixture.waiting()).toEqual([]);
  expect(await showBulkSync(fixture.app, merchantId)).toEqual({ latest: null });
});
