import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { beforeEach, expect, test } from 'vitest';
import type { MerchantWithProvider, OpenedApp } from '../test/delivery-fixture.ts';
import { useDeliveryFixture } from '../test/delivery-fixture.ts';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { startTwoProcesses } from '../test/two-processes.ts';

const fixture = useDeliveryFixture();
let opened: OpenedApp;
let merchant: MerchantWithProvider;

beforeEach(async () => {
  opened = await fixture.open();
  merchant = await fixture.insertMerchant(opened.app);
});

const eventsOf = async (merchantId: string) =>
  (await fixture.deliveriesOf(merchantId)).map((row) => row.event).sort();

/** Each waiting delivery has one job, and there are no other jobs. */
async function assertOneJobEach(merchantId: string): Promise<void> {
  const waiting = (await fixture.deliveriesOf(merchantId)).filter((row) => row.state === 'waiting');
  const jobs = await fixture.jobsOf(merchantId);
  expect(jobs.map((job) => job.deliveryId).sort()).toEqual(waiting.map((row) => row.id).sort());
}

async function setFlags(flags: Record<string, boolean>): Promise<void> {
  for (const [column, value] of Object.entries(flags))
    await fixture.owner.query(`UPDATE integration_configs SET ${column} = $2 WHERE merchant_id = $1`, [
      merchant.merchantId,
      value,
    ]);
}

test('an event makes one delivery and one job for each receiver that wants it, and none for those that do not', async () => {
  const all = await fixture.insertWebhook(merchant.merchantId, ['cashback.issued', 'cashback.confirmed']);
  const one = await fixture.insertWebhook(merchant.merchantId, ['cashback.confirmed']);
  const phone = freshPhone();
  const purchase = await merchant.counter.issue(phone, 10_000);
  expect(await eventsOf(merchant.merchantId)).toEqual(['cashback.issued']);
  await merchant.counter.open(purchase);
  const rows = await fixture.deliveriesOf(merchant.merchantId);
  expect(rows.map((row) => [row.event, row.webhook_endpoint_id ?? 'integration']).sort()).toEqual(
    [
      ['cashback.issued', all],
      ['cashback.confirmed', all],
      ['cashback.confirmed', one],
      ['purchase', 'integration'],
    ].sort(),
  );
  expect(new Set(rows.map((row) => row.subject_id))).toEqual(new Set([purchase.transactionId]));
  await assertOneJobEach(merchant.merchantId);
});

test('every event of the list is announced, each once', async () => {
  const events = [
    'cashback.confirmed',
    'cashback.issued',
    'customer.created',
    'purchase.reversed',
    'redemption.confirmed',
    'redemption.created',
    'redemption.reversed',
  ];
  await fixture.insertWebhook(merchant.merchantId, events);
  const phone = freshPhone();
  const purchase = await merchant.counter.earn(phone, 100_000);
  const redemption = await merchant.counter.spend(phone, 1_000);
  await merchant.counter.reverseRedemption(redemption);
  await merchant.counter.reversePurchase(purchase, 100_000);
  expect(await eventsOf(merchant.merchantId)).toEqual([...events, 'purchase', 'redemption'].sort());
  await assertOneJobEach(merchant.merchantId);
});

test('an integration gets the events that its flags allow, and none while it is inactive', async () => {
  const phone = freshPhone();
  await setFlags({ sync_on_purchase: false });
  await merchant.counter.earn(phone, 100_000);
  expect(await eventsOf(merchant.merchantId)).toEqual([]);
  await setFlags({ sync_on_purchase: true, sync_on_redemption: false });
  await merchant.counter.earn(phone, 100_000);
  await merchant.counter.spend(phone, 100);
  expect(await eventsOf(merchant.merchantId)).toEqual(['purchase']);
  await setFlags({ sync_on_redemption: true, is_active: false });
  await merchant.counter.spend(phone, 100);
  await merchant.counter.earn(phone, 100_000);
  expect(await eventsOf(merchant.merchantId)).toEqual(['purchase']);
});

test('a webhook that was turned off gets no events, and no merchant gets another one’s', async () => {
  const id = await fixture.insertWebhook(merchant.merchantId, ['cashback.issued']);
  await fixture.owner.query('UPDATE webhook_endpoints SET is_active = false WHERE id = $1', [id]);
  const other = await insertMerchant(fixture.owner);
  await createCounter(opened.app, other).earn(freshPhone(), 10_000);
  await merchant.counter.issue(freshPhone(), 10_000);
  expect(await eventsOf(merchant.merchantId)).toEqual([]);
  expect(await eventsOf(other.merchantId)).toEqual([]);
});

test('a transaction that is rolled back announces nothing', async () => {
  await fixture.insertWebhook(merchant.merchantId, ['customer.created']);
  const inside = { deliveries: 0, jobs: 0 };
  const failing = opened.app.tenancy.withTenant(merchant.merchantId, async (tx) => {
    await tx.query(
      {
        name: 'test_customer',
        text: 'INSERT INTO customers (merchant_id, id, phone) VALUES ($1, gen_random_uuid(), $2)',
      },
      [merchant.merchantId, freshPhone()],
    );
    const [row] = await tx.query<typeof inside>(
      {
        name: 'test_announced',
        text: `SELECT (SELECT count(*)::int FROM deliveries WHERE merchant_id = $1) AS deliveries,
                 (SELECT count(*)::int FROM graphile_worker._private_jobs WHERE payload ->> 'merchantId' = $1::text) AS jobs`,
      },
      [merchant.merchantId],
    );
    Object.assign(inside, row);
    throw new Error('the power is gone');
  });
  await expect(failing).rejects.toThrow('the power is gone');
  expect(inside).toEqual({ deliveries: 1, jobs: 1 });
  expect(await eventsOf(merchant.merchantId)).toEqual([]);
  await assertOneJobEach(merchant.merchantId);
});

test('one token confirmed many times at once, on two processes, is one delivery', async () => {
  const purchase = await merchant.counter.issue(freshPhone(), 10_000);
  const two = await startTwoProcesses(fixture.database, undefined, { JOBS: 'off' });
  try {
    const token = tokenOf(purchase.link);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => two.client(turn).call('cashback.confirm', { token })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  } finally {
    await two.stop();
  }
  expect(await eventsOf(merchant.merchantId)).toEqual(['purchase']);
  await assertOneJobEach(merchant.merchantId);
});

test('a transaction that announces thousands spreads them out, and leaves the first hundred due at once', async () => {
  await fixture.insertWebhook(merchant.merchantId, ['customer.created']);
  await opened.app.tenancy.withTenant(merchant.merchantId, (tx) =>
    tx.query(
      {
        name: 'test_import',
        text: `INSERT INTO customers (merchant_id, id, phone)
               SELECT $1, gen_random_uuid(), (11900000000 + n)::text FROM generate_series(1, 300) n`,
      },
      [merchant.merchantId],
    ),
  );
  const { rows } = await fixture.owner.query<{ now: number; last_s: number }>(
    `SELECT count(*) FILTER (WHERE next_attempt_at <= created_at + interval '2 seconds')::int AS now,
       extract(epoch FROM max(next_attempt_at) - min(next_attempt_at))::float8 AS last_s
     FROM deliveries WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  expect(rows[0]?.now).toBeGreaterThanOrEqual(100);
  expect(rows[0]?.now).toBeLessThan(160);
  expect(rows[0]?.last_s).toBeGreaterThan(9);
  await assertOneJobEach(merchant.merchantId);
});
