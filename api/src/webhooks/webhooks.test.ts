import { randomUUID } from 'node:crypto';
import type { SaveWebhook } from 'domain/webhooks';
import { expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { HOUR_MS, insertMerchant } from '../test/money-app.ts';
import { useWebhookFixture } from '../test/webhook-fixture.ts';
import { listWebhooks } from './list-webhooks.ts';
import { removeWebhook } from './remove-webhook.ts';
import { retryDelivery } from './retry-delivery.ts';
import { rotateSecret } from './rotate-secret.ts';
import { saveWebhook } from './save-webhook.ts';
import { showDeliveries, showDelivery } from './show-deliveries.ts';
import { testWebhook } from './test-webhook.ts';

const fixture = useWebhookFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };

const at = (path: string) => `${fixture.receiver.origin}${path}`;
const save = (input: Partial<SaveWebhook> = {}, staff: StaffSession = fixture.staff) =>
  saveWebhook(fixture.app, staff, REQUEST, {
    url: at('/eventos'),
    events: ['cashback.issued'],
    isActive: true,
    ...input,
  });
const list = (staff: StaffSession = fixture.staff) => listWebhooks(fixture.app, staff.merchantId);
const remove = (id: string, staff: StaffSession = fixture.staff) =>
  removeWebhook(fixture.app, staff, REQUEST, { id });
const ping = (id: string, staff: StaffSession = fixture.staff) =>
  testWebhook(fixture.app, staff, REQUEST, { id });
const retry = (id: string, staff: StaffSession = fixture.staff) =>
  retryDelivery(fixture.app, staff, REQUEST, { id });
const deliveries = (filter: Parameters<typeof showDeliveries>[2] = {}) =>
  showDeliveries(fixture.app, fixture.staff.merchantId, filter);

async function audited(): Promise<{ action: string; details: object }[]> {
  const { rows } = await fixture.owner.query(
    `SELECT action, details FROM audit_log WHERE merchant_id = $1 AND action LIKE 'webhook.%' ORDER BY id`,
    [fixture.staff.merchantId],
  );
  return rows;
}

/** Ends the delivery as a worker does. */
async function end(id: string, state: 'delivered' | 'failed', status: number | null): Promise<void> {
  await fixture.owner.query(
    `UPDATE deliveries SET state = $2, finished_at = now(), last_status = $3, attempts = 1 WHERE id = $1`,
    [id, state, status],
  );
}

test('what is saved is what is listed, and the first endpoint alone comes with the secret', async () => {
  expect(await list()).toEqual({ endpoints: [], secret: null });
  const first = await save({ description: 'ERP', events: ['customer.created', 'cashback.issued'] });
  expect(first.endpoint).toEqual({
    id: expect.any(String),
    url: at('/eventos'),
    description: 'ERP',
    events: ['cashback.issued', 'customer.created'],
    isActive: true,
    createdAt: expect.any(String),
    lastDelivery: null,
  });
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/);
  const second = await save({ url: at('/outro'), isActive: false });
  expect(second.secret).toBeNull();
  expect(await list()).toEqual({
    endpoints: [first.endpoint, second.endpoint],
    secret: { last4: first.secret?.slice(-4), createdAt: expect.any(String), previousUntil: null },
  });
});

test('two first endpoints at once share one secret, which one of their answers holds', async () => {
  const saved = await Promise.all(['/a', '/b', '/c'].map((path) => save({ url: at(path) })));
  const told = saved.flatMap(({ secret }) => secret ?? []);
  expect(told).toHaveLength(1);
  expect((await list()).secret?.last4).toBe(told[0]?.slice(-4));
});

test('an endpoint is changed by its id, and saving the same again leaves no audit entry', async () => {
  const { endpoint } = await save();
  const changed = { id: endpoint.id, url: at('/novo'), description: 'Caixa', isActive: false };
  const saved = await save(changed);
  expect(saved).toMatchObject({ endpoint: { ...changed, createdAt: endpoint.createdAt }, secret: null });
  await save(changed);
  const host = new URL(fixture.receiver.origin).host;
  expect(await audited()).toEqual([
    {
      action: 'webhook.save',
      details: { host, description: null, events: 'cashback.issued', is_active: true },
    },
    {
      action: 'webhook.save',
      details: {
        pathChanged: true,
        description_before: null,
        description_after: 'Caixa',
        is_active_before: true,
        is_active_after: false,
      },
    },
  ]);
});

test('the audit log never has the path of an address, which may hold credentials', async () => {
  const { endpoint } = await save({ url: at('/hooks/segredo-do-erp?token=abc123') });
  const { deliveryId } = await ping(endpoint.id);
  await end(deliveryId, 'failed', 500);
  await retry(deliveryId);
  await remove(endpoint.id);
  const entries = await audited();
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook.save',
    'webhook.test',
    'webhook.retry',
    'webhook.remove',
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/segredo-do-erp|abc123/);
});

test('one address is one endpoint, and there are at most ten, however many are saved at once', async () => {
  const { endpoint } = await save();
  await expect(save()).rejects.toMatchObject({ code: 'webhook_url_taken' });
  await save({ id: endpoint.id, events: ['customer.created'] });
  const more = Array.from({ length: 12 }, (_, n) => save({ url: at(`/${n}`) }));
  const outcomes = await Promise.allSettled(more);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  await expect(save({ url: at('/mais') })).rejects.toMatchObject({
    code: 'webhook_limit',
    message: 'Você já tem 10 webhooks. Remova um antes de adicionar outro.',
  });
  await remove(endpoint.id);
  await save({ url: at('/mais') });
  expect((await list()).endpoints).toHaveLength(10);
});

test('a removed endpoint is gone, what waited for it has failed, and its log stays', async () => {
  const { endpoint } = await save();
  const [ended, waits] = [await ping(endpoint.id), await ping(endpoint.id)];
  await end(ended.deliveryId, 'delivered', 204);
  await remove(endpoint.id);
  expect((await list()).endpoints).toEqual([]);
  const log = (await deliveries()).deliveries;
  expect(log).toMatchObject([
    { id: waits.deliveryId, state: 'failed', lastError: 'O webhook foi removido.', url: at('/eventos') },
    { id: ended.deliveryId, state: 'delivered', lastError: null },
  ]);
  for (const act of [remove, ping])
    await expect(act(endpoint.id)).rejects.toMatchObject({ code: 'webhook_not_found' });
  await expect(save({ id: endpoint.id })).rejects.toMatchObject({ code: 'webhook_not_found' });
  await expect(retry(ended.deliveryId)).rejects.toMatchObject({ code: 'webhook_inactive' });
  await fixture.counter.issue(fixture.phone, 10_000);
  expect((await deliveries()).deliveries).toHaveLength(2);
});

test('a new secret is shown once, and the previous one signs for a day', async () => {
  const { secret: first } = await save();
  const { secret } = await rotateSecret(fixture.app, fixture.staff, REQUEST);
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(first);
  const { secret: shown } = await list();
  expect(shown?.last4).toBe(secret.slice(-4));
  const until = Date.parse(shown?.previousUntil ?? '');
  expect(until).toBeGreaterThan(Date.now() + 23.9 * HOUR_MS);
  expect(until).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS);
  expect((await audited()).at(-1)).toEqual({
    action: 'webhook.rotate_secret',
    details: { secret_last4_before: first?.slice(-4), secret_last4_after: secret.slice(-4) },
  });
});

test('a secret that is asked for before there is an endpoint is the merchant’s first', async () => {
  const { secret } = await rotateSecret(fixture.app, fixture.staff, REQUEST);
  expect((await save()).secret).toBeNull();
  expect((await list()).secret).toMatchObject({ last4: secret.slice(-4), previousUntil: null });
});

test('a merchant without customers can test an endpoint, unless it is inactive', async () => {
  const { endpoint } = await save();
  const { deliveryId } = await ping(endpoint.id);
  expect(await fixture.waiting()).toMatchObject([{ id: deliveryId, event: 'ping', customerId: null }]);
  expect((await list()).endpoints[0]?.lastDelivery).toMatchObject({ state: 'waiting', status: null });
  await save({ id: endpoint.id, isActive: false });
  await expect(ping(endpoint.id)).rejects.toMatchObject({ code: 'webhook_inactive' });
});

test('what has ended is sent again with the same body, as a delivery of its own', async () => {
  const { endpoint } = await save();
  await fixture.counter.issue(fixture.phone, 10_000);
  const [purchase] = await fixture.waiting();
  const id = purchase?.id ?? '';
  await expect(retry(id)).rejects.toMatchObject({ code: 'webhook_delivery_waiting' });
  await fixture.owner.query('UPDATE deliveries SET body = $2 WHERE id = $1', [id, '{"type":"as it was"}']);
  await end(id, 'failed', 500);
  await retry(id);
  const [again] = await fixture.waiting();
  expect(again).toEqual({ ...purchase, id: expect.any(String), body: '{"type":"as it was"}', attempts: 0 });
  expect(again?.id).not.toBe(id);
  await end(again?.id ?? '', 'delivered', 204);
  await retry(again?.id ?? '');
  expect(await fixture.waiting()).toHaveLength(1);
  await save({ id: endpoint.id, isActive: false });
  await expect(retry(id)).rejects.toMatchObject({ code: 'webhook_inactive' });
});

test('the log comes in pages of fifty, each delivery once, by endpoint and by state', async () => {
  const [one, other] = [await save(), await save({ url: at('/outro') })];
  const insert = (endpointId: string, count: number, state: string) =>
    fixture.owner.query(
      `INSERT INTO deliveries (merchant_id, id, webhook_endpoint_id, event, subject_id, state, next_attempt_at, finished_at,
         occurred_at, created_at)
       SELECT $1, gen_random_uuid(), $2, 'ping', $2, $4, now(), CASE WHEN $4 <> 'waiting' THEN now() END, now(),
         '2026-03-10T12:00:00.000001Z'::timestamptz + n / 3 * interval '1 microsecond'
       FROM generate_series(1, $3::int) n`,
      [fixture.staff.merchantId, endpointId, count, state],
    );
  await insert(one.endpoint.id, 60, 'delivered');
  await insert(one.endpoint.id, 20, 'failed');
  await insert(other.endpoint.id, 40, 'failed');
  const lengthsOf = async (filter: Parameters<typeof showDeliveries>[2]) => {
    const [ids, lengths] = [new Set<string>(), [] as number[]];
    let next: Awaited<ReturnType<typeof deliveries>>['next'] = null;
    do {
      const page = await deliveries({ ...filter, ...(next && { after: next }) });
      lengths.push(page.deliveries.length);
      for (const { id } of page.deliveries) ids.add(id);
      ({ next } = page);
    } while (next);
    return [...lengths, ids.size];
  };
  expect(await lengthsOf({})).toEqual([50, 50, 20, 120]);
  expect(await lengthsOf({ endpointId: one.endpoint.id })).toEqual([50, 30, 80]);
  expect(await lengthsOf({ state: 'failed' })).toEqual([50, 10, 60]);
  expect(await lengthsOf({ endpointId: one.endpoint.id, state: 'failed' })).toEqual([20, 20]);
  expect(await lengthsOf({ state: 'waiting' })).toEqual([0, 0]);
});

test('another merchant’s endpoints and deliveries are unknown, as if they did not exist, and stay unchanged', async () => {
  const { endpoint } = await save();
  const { deliveryId } = await ping(endpoint.id);
  await end(deliveryId, 'failed', 500);
  const before = [await list(), await deliveries()];
  const neighbor = await insertMerchant(fixture.owner);
  await save({ url: at('/deles') }, neighbor);
  const refusalOf = async (act: Promise<unknown>) =>
    await act.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  for (const id of [endpoint.id, randomUUID()]) {
    expect(await refusalOf(save({ id }, neighbor))).toBe('webhook_not_found');
    expect(await refusalOf(remove(id, neighbor))).toBe('webhook_not_found');
    expect(await refusalOf(ping(id, neighbor))).toBe('webhook_not_found');
  }
  for (const id of [deliveryId, randomUUID()]) {
    expect(await refusalOf(retry(id, neighbor))).toBe('webhook_delivery_not_found');
    const show = showDelivery(fixture.app, neighbor.merchantId, { id });
    expect(await refusalOf(show)).toBe('webhook_delivery_not_found');
  }
  const theirs = await showDeliveries(fixture.app, neighbor.merchantId, { endpointId: endpoint.id });
  expect(theirs).toEqual({ deliveries: [], next: null });
  expect([await list(), await deliveries()]).toEqual(before);
});
