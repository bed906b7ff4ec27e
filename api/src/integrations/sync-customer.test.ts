import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test, vi } from 'vitest';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { HOUR_MS } from '../test/money-app.ts';
import { PROVIDER_KEYS, REQUEST, useProviderFixture } from '../test/provider-fixture.ts';
import { syncCustomer } from './sync-customer.ts';

const wait = vi.hoisted(() => vi.fn());
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  return { ...real, setTimeout: wait.mockImplementation(real.setTimeout) };
});

const fixture = useProviderFixture();

const signUp = (phone = fixture.phone) =>
  signUpCustomer(fixture.app, undefined, REQUEST, {
    slug: fixture.staff.client.merchant.signupLinkSlug,
    name: 'Ana Lima',
    phone,
    email: 'ana@exemplo.com',
  });

async function onlyDelivery(): Promise<Delivery> {
  const [delivery, ...others] = await fixture.waiting();
  expect(others).toEqual([]);
  if (!delivery) throw new Error('nothing was announced');
  return delivery;
}

const bodies = () => fixture.calls.map(({ request }) => JSON.parse(request.body ?? '{}'));
const urls = () => fixture.calls.map(({ request }) => `${request.method} ${request.url.href}`);

test('a sign-up is announced to each active integration that wants it, for new customers only', async () => {
  await fixture.connect('mailchimp');
  await fixture.connect('rd_station', { syncOnSignup: false });
  const { customerId } = await signUp();
  expect(await onlyDelivery()).toMatchObject({ event: 'signup', customerId, subjectId: customerId });
  await signUp();
  expect(await fixture.waiting()).toHaveLength(1);
  await fixture.deactivate('mailchimp');
  await signUp(freshPhone());
  expect(await fixture.waiting()).toHaveLength(1);
});

test('a delivery and its job exist exactly if the sign-up does', async () => {
  await fixture.connect('mailchimp');
  await fixture.owner.query('REVOKE INSERT ON deliveries FROM cashback_app');
  try {
    await expect(signUp()).rejects.toThrow('permission denied');
  } finally {
    await fixture.owner.query('GRANT INSERT ON deliveries TO cashback_app');
  }
  expect(await fixture.record(fixture.phone)).toBeUndefined();
  expect(await fixture.waiting()).toEqual([]);
  await signUp();
  const { id } = await onlyDelivery();
  const { rows } = await fixture.owner.query(
    `SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'deliveryId' = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
});

test('Mailchimp is sent how the customer stands now, while no transaction is open', async () => {
  await fixture.connect('mailchimp', { syncOnPurchase: false });
  await signUp();
  const delivery = await onlyDelivery();
  await fixture.counter.earn(fixture.phone, 50_000);
  expect(await syncCustomer(fixture.app, delivery)).toMatchObject({ delivered: { status: 204 } });
  expect(fixture.calls.map(({ openTransactions }) => openTransactions)).toEqual([0, 0]);
  const member = 'https://us21.api.mailchimp.com/3.0/lists/a1b2c3d4e5/members/';
  expect(urls()[0]?.startsWith(`PUT ${member}`)).toBe(true);
  expect(fixture.calls[0]?.request.headers).toMatchObject({
    authorization: `Bearer ${PROVIDER_KEYS.mailchimp}`,
  });
  expect(bodies()[0]).toMatchObject({
    email_address: 'ana@exemplo.com',
    merge_fields: { FNAME: 'Ana Lima', CASHBACK: '25.00', TOTALSPENT: '500.00' },
    tags: ['Cashback', 'Cliente', 'Novo Cliente', 'Médio Cashback'],
  });
});

test('for a record that was merged into another, the other is sent', async () => {
  await fixture.connect('rd_station');
  await signUp();
  const delivery = await onlyDelivery();
  const [first, last] = [freshPhone(), freshPhone()];
  for (const phone of [first, last]) await fixture.counter.issue(phone, 1_000);
  await fixture.counter.merge(first, fixture.phone);
  await fixture.counter.merge(last, first);
  await syncCustomer(fixture.app, delivery);
  expect(bodies()[0].payload).toMatchObject({ mobile_phone: `+55${last}`, cf_total_gasto: '20.00' });
});

test('an integration that was turned off is not called, nor about a customer that is gone', async () => {
  await fixture.connect('mailchimp');
  await signUp();
  const delivery = await onlyDelivery();
  await fixture.deactivate('mailchimp');
  expect(await syncCustomer(fixture.app, delivery)).toMatchObject({
    failed: { message: 'Integração desativada', retryable: false },
  });
  await fixture.connect('mailchimp');
  expect(await syncCustomer(fixture.app, { ...delivery, customerId: crypto.randomUUID() })).toMatchObject({
    failed: { message: 'Nenhum cliente encontrado', retryable: false },
  });
  expect(fixture.calls).toEqual([]);
});

test('a refusal has the provider’s own message, without the key that it repeats', async () => {
  await fixture.connect('mailchimp');
  await signUp();
  const detail = `Your API key ${PROVIDER_KEYS.mailchimp} may be invalid.`;
  fixture.answer(() => ({
    status: 401,
    json: { title: 'API Key Invalid', detail },
    contentType: 'application/problem+json',
  }));
  const outcome = await syncCustomer(fixture.app, await onlyDelivery());
  expect(outcome).toMatchObject({
    failed: { retryable: false, status: 401, message: expect.stringContaining('may be invalid') },
    contacted: { email: 'a***@exemplo.com' },
  });
  expect('failed' in outcome && outcome.failed.message).not.toContain('0123456789');
});

test('an account whose provider counts calls is called in its turns', async () => {
  await fixture.connect('rd_station');
  await fixture.counter.earn(fixture.phone, 1_000);
  // A minute of 120 hours: turns are more than an hour apart.
  const rules = { minuteMs: 120 * HOUR_MS, turnMaxMs: 120 * HOUR_MS };
  const app = { ...fixture.app, deliveryRules: { ...fixture.app.deliveryRules, ...rules } };
  const callsBefore: number[] = [];
  wait.mockClear().mockImplementationOnce(async () => void callsBefore.push(fixture.calls.length));
  await syncCustomer(app, await onlyDelivery());
  expect(urls()).toHaveLength(2);
  expect(callsBefore, 'the second call waits for its turn').toEqual([1]);
  expect(wait.mock.calls).toEqual([[expect.any(Number)]]);
  expect(wait.mock.calls[0]?.[0]).toBeGreaterThan(HOUR_MS);
  expect(fixture.calls.map(({ openTransactions }) => openTransactions)).toEqual([0, 0]);
});
