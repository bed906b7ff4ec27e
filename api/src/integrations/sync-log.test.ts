import type { SyncLogFilter } from 'domain/integrations';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { Delivery, DeliveryEnd } from '../deliveries/delivery.ts';
import type { StaffSession } from '../staff-session.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { insertMerchant } from '../test/money-app.ts';
import { PROVIDER_KEYS, REQUEST, useProviderFixture } from '../test/provider-fixture.ts';
import { recordSync } from './record-sync.ts';
import { retrySync } from './retry-sync.ts';
import { showIntegrations } from './show-integrations.ts';
import { showSyncLog, showSyncLogEntry } from './show-sync-log.ts';

const fixture = useProviderFixture();
const FAILED: DeliveryEnd = { state: 'failed', status: 400, message: 'Audience not found' };
const DELIVERED: DeliveryEnd = { state: 'delivered', status: 204 };

/** Ends the delivery as a worker does. */
async function end(delivery: Delivery, how: DeliveryEnd): Promise<void> {
  await fixture.app.tenancy.withTenant(fixture.staff.merchantId, async (tx) => {
    await tx.query(
      {
        name: 'test_end_delivery',
        text: `UPDATE deliveries SET state = $3, finished_at = now() WHERE merchant_id = $1 AND id = $2`,
      },
      [tx.merchantId, delivery.id, how.state],
    );
    await recordSync(tx, delivery, how, undefined);
  });
}

/** A purchase of a new customer, announced to every active integration. */
async function announced(): Promise<Delivery[]> {
  const before = await fixture.waiting();
  await fixture.counter.earn(freshPhone(), 30_000);
  return (await fixture.waiting()).slice(before.length);
}

async function ended(how: DeliveryEnd): Promise<void> {
  for (const delivery of await announced()) await end(delivery, how);
}

const logs = async (filter?: SyncLogFilter) =>
  (await showSyncLog(fixture.app, fixture.staff.merchantId, filter)).entries;
const details = (id: number) => showSyncLogEntry(fixture.app, fixture.staff.merchantId, { id });
const retry = (id: number, staff: StaffSession = fixture.staff) =>
  retrySync(fixture.app, staff, REQUEST, { id });

/** All have read the entry before the first marks it. */
async function retryAtOnce(id: number, count: number): Promise<PromiseSettledResult<unknown>[]> {
  let arrived = 0;
  let goOn = () => {};
  const everybody = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const tenancy = beforeStatement(fixture.app.tenancy, 'mark_sync_retried', async () => {
    arrived += 1;
    if (arrived === count) goOn();
    await everybody;
  });
  const ask = () => retrySync({ tenancy }, fixture.staff, REQUEST, { id });
  return await Promise.allSettled(Array.from({ length: count }, ask));
}

async function onlyEntry() {
  const [entry, ...others] = await logs();
  expect(others).toEqual([]);
  if (!entry) throw new Error('the log is empty');
  return entry;
}

test('a success is one entry, and counted by its integration', async () => {
  await fixture.connect('mailchimp');
  const [delivery] = await announced();
  if (!delivery) throw new Error('nothing was announced');
  await end(delivery, DELIVERED);
  await fixture.app.tenancy.withTenant(fixture.staff.merchantId, (tx) =>
    recordSync(tx, delivery, DELIVERED, undefined),
  );
  const entry = await onlyEntry();
  expect(entry).toMatchObject({
    provider: 'mailchimp',
    action: 'purchase',
    status: 'success',
    errorMessage: null,
    canRetry: false,
    retriedAt: null,
  });
  const { integrations } = await showIntegrations(fixture.app, fixture.staff.merchantId);
  expect(integrations[0]).toMatchObject({ syncCount: 1, lastSyncAt: expect.any(String) });
});

test('a failure says why, is not counted and may be sent again', async () => {
  await fixture.connect('rd_station');
  await ended(FAILED);
  expect(await onlyEntry()).toMatchObject({
    status: 'error',
    errorMessage: 'Audience not found',
    canRetry: true,
  });
  const { integrations } = await showIntegrations(fixture.app, fixture.staff.merchantId);
  expect(integrations[1]).toMatchObject({ syncCount: 0, lastSyncAt: null });
});

test('the details say what the contact was to get, with its address masked, and nothing of the account', async () => {
  await fixture.connect('mailchimp');
  const { id: customerId } = await fixture.counter.issue(fixture.phone, 30_000).then(async (purchase) => {
    await fixture.owner.query('UPDATE customers SET email = $2 WHERE merchant_id = $1', [
      fixture.staff.merchantId,
      'ana@dominio.com',
    ]);
    await fixture.counter.open(purchase);
    return fixture.counter.balance(fixture.phone);
  });
  const [delivery] = await fixture.waiting();
  if (!delivery) throw new Error('nothing was announced');
  await end({ ...delivery, attempts: 3 }, FAILED);
  const { id } = await onlyEntry();
  const shown = await details(id);
  expect(shown).toMatchObject({
    id,
    errorMessage: 'Audience not found',
    tries: 3,
    httpStatus: 400,
    occurredAt: delivery.occurredAt.toISOString(),
    tags: ['Cashback', 'Cliente', 'Comprou Recentemente'],
    email: 'a***@dominio.com',
  });
  const { rows } = await fixture.owner.query(
    'SELECT response_data FROM integration_sync_log WHERE customer_id = $1',
    [customerId],
  );
  expect(Object.keys(rows[0].response_data).sort()).toEqual(['email', 'status', 'tags', 'tries']);
  expect(JSON.stringify(shown)).not.toContain(PROVIDER_KEYS.mailchimp.slice(0, 8));
  await expect(details(id + 1_000)).rejects.toMatchObject({ code: 'log_not_found' });
});

test('the log is filtered by provider, outcome and action, alone and together', async () => {
  await fixture.connect('mailchimp');
  await fixture.connect('rd_station');
  await ended(DELIVERED);
  await ended(FAILED);
  const count = async (filter?: SyncLogFilter) => (await logs(filter)).length;
  expect(await count()).toBe(4);
  expect(await count({})).toBe(4);
  expect(await count({ provider: 'mailchimp' })).toBe(2);
  expect(await count({ status: 'error' })).toBe(2);
  expect(await count({ status: 'error', provider: 'rd_station' })).toBe(1);
  expect(await count({ action: 'purchase' })).toBe(4);
  expect(await count({ action: 'bulk_sync', status: 'error' })).toBe(0);
  const [latest] = await logs({ provider: 'rd_station' });
  expect(latest).toMatchObject({ provider: 'rd_station', status: 'error' });
});

test('a failed entry is sent again once: a new delivery about the same event', async () => {
  await fixture.connect('mailchimp');
  const [first] = await announced();
  if (!first) throw new Error('nothing was announced');
  await end(first, FAILED);
  const { id } = await onlyEntry();
  const answers = await retryAtOnce(id, 3);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject(
    [1, 2].map(() => ({ reason: { code: 'already_retried' } })),
  );
  await expect(retry(id)).rejects.toMatchObject({ code: 'already_retried' });
  const waiting = await fixture.waiting();
  expect(waiting).toMatchObject([
    {
      event: 'purchase',
      customerId: first.customerId,
      subjectId: first.subjectId,
      occurredAt: first.occurredAt,
    },
  ]);
  expect(await onlyEntry()).toMatchObject({ canRetry: false, retriedAt: expect.any(String) });
  const { rows } = await fixture.owner.query(
    `SELECT details FROM audit_log WHERE merchant_id = $1 AND action = 'integration.retry'`,
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ details: { provider: 'mailchimp', logId: id } }]);
});

test('nothing is sent again that succeeded, is another merchant’s, or while the integration is off', async () => {
  await fixture.connect('mailchimp');
  await ended(DELIVERED);
  const taken = await onlyEntry();
  await expect(retry(taken.id)).rejects.toMatchObject({ code: 'log_not_retryable' });
  await ended(FAILED);
  const [failed] = await logs({ status: 'error' });
  const id = failed?.id ?? 0;
  await expect(retry(id, await insertMerchant(fixture.owner))).rejects.toMatchObject({
    code: 'log_not_found',
  });
  await fixture.deactivate('mailchimp');
  await expect(retry(id)).rejects.toMatchObject({ code: 'no_active_integration' });
  expect(await fixture.waiting()).toEqual([]);
});

test('an entry that is older than deliveries is shown and may be sent again, where it is about a customer', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await fixture.counter.issue(fixture.phone, 1_000);
  const insert = (customer: string) =>
    fixture.owner.query(
      `INSERT INTO integration_sync_log (merchant_id, integration_config_id, customer_id, action, status, error_message)
       SELECT merchant_id, id, ${customer}, 'signup', 'error', 'antigo' FROM integration_configs WHERE merchant_id = $1`,
      [fixture.staff.merchantId],
    );
  await insert('(SELECT id FROM customers c WHERE c.merchant_id = $1)');
  await insert('NULL');
  const [nobody, somebody] = await logs();
  expect([nobody?.canRetry, somebody?.canRetry]).toEqual([false, true]);
  expect(await details(somebody?.id ?? 0)).toMatchObject({
    tries: null,
    httpStatus: null,
    occurredAt: null,
    tags: [],
  });
  await expect(retry(nobody?.id ?? 0)).rejects.toMatchObject({ code: 'log_not_retryable' });
  await retry(somebody?.id ?? 0);
  expect(await fixture.waiting()).toMatchObject([{ event: 'signup' }]);
});
