import { randomUUID } from 'node:crypto';
import { WEBHOOK_EVENTS, type WebhookEvent } from 'domain/webhooks';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { importCustomers } from '../customer-files/import-customers.ts';
import { eraseCustomer } from '../customers/erase-customer.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { withdrawConsent } from '../customers/withdraw-consent.ts';
import { insertMerchant } from '../test/money-app.ts';
import { useWebhookFixture } from '../test/webhook-fixture.ts';
import { testWebhook } from './test-webhook.ts';

const fixture = useWebhookFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

interface Sent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Delivers all that wait, and returns the bodies that arrived, in any order. */
/** The customer wants no more offers by WhatsApp. */
async function withdraw(): Promise<void> {
  const { app, staff, phone } = fixture;
  const { id } = await findCustomer(app, staff.merchantId, phone);
  await withdrawConsent(app, staff, REQUEST, { customerId: id, channel: 'whatsapp' });
}

async function sent(): Promise<Record<string, Sent>> {
  await fixture.deliver();
  const bodies = fixture.receiver.received.splice(0).map(({ body }) => JSON.parse(body) as Sent);
  const byType = Object.fromEntries(bodies.map((body) => [body.type, body]));
  expect(Object.keys(byType)).toHaveLength(bodies.length);
  return byType;
}

const others = (event: WebhookEvent) => WEBHOOK_EVENTS.filter((each) => each !== event);

test('a purchase is announced with what it is worth, and its confirmation with when that was', async () => {
  await fixture.listen(['cashback.issued', 'cashback.confirmed']);
  const { phone, counter } = fixture;
  const issued = await counter.issue(phone, 12_345);
  const { id: customerId } = await counter.balance(phone);
  const purchase = {
    id: issued.transactionId,
    customerId,
    phone,
    amountCents: 12_345,
    cashbackCents: 617,
    rateBasisPoints: 500,
    createdAt: '2026-03-10T12:00:00.000Z',
  };
  expect(await sent()).toEqual({
    'cashback.issued': {
      type: 'cashback.issued',
      timestamp: purchase.createdAt,
      data: { ...purchase, expiresAt: '2026-04-09T12:00:00.000Z' },
    },
  });
  await counter.open(issued);
  await counter.open(issued);
  expect(await sent()).toEqual({
    'cashback.confirmed': {
      type: 'cashback.confirmed',
      timestamp: ISO,
      data: { ...purchase, confirmedAt: ISO },
    },
  });
});

test('a redemption is announced when it is made and when it is confirmed', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  await fixture.listen(['redemption.created', 'redemption.confirmed']);
  const made = await counter.createRedemption(phone, 1_500);
  const { id: customerId } = await counter.balance(phone);
  const redemption = {
    id: made.redemptionId,
    customerId,
    phone,
    amountCents: 1_500,
    purchaseAmountCents: null,
    createdAt: '2026-03-10T12:00:00.000Z',
  };
  expect(await sent()).toEqual({
    'redemption.created': {
      type: 'redemption.created',
      timestamp: redemption.createdAt,
      data: { ...redemption, expiresAt: made.expiresAt },
    },
  });
  await counter.redeem(made);
  await counter.redeem(made);
  expect(await sent()).toEqual({
    'redemption.confirmed': {
      type: 'redemption.confirmed',
      timestamp: ISO,
      data: { ...redemption, confirmedAt: ISO },
    },
  });
});

test('reversals are announced with what they undo and why', async () => {
  const { phone, counter } = fixture;
  const purchase = await counter.earn(phone, 100_000);
  const redemption = await counter.spend(phone, 1_500);
  await fixture.listen(['purchase.reversed', 'redemption.reversed']);
  const { id: customerId } = await counter.balance(phone);
  const about = { id: expect.any(String), customerId, phone, reason: 'Erro de digitação', createdAt: ISO };
  await counter.reverseRedemption(redemption);
  const { 'redemption.reversed': undone } = await sent();
  expect(undone?.data).toEqual({
    ...about,
    redemptionId: redemption.redemptionId,
    amountCents: 1_500,
    expiredCents: 0,
  });
  await counter.reversePurchase(purchase, 40_000);
  const { 'purchase.reversed': reversed } = await sent();
  expect(reversed?.data).toEqual({
    ...about,
    purchaseId: purchase.transactionId,
    amountCents: 40_000,
    cashbackCents: 2_000,
  });
});

test('a new customer is announced once, by the link, at the counter or from a file; a known one is not', async () => {
  await fixture.listen(['customer.created']);
  const slug = fixture.staff.client.merchant.signupLinkSlug;
  const person = { phone: fixture.phone, name: 'Ana Lúcia', email: 'ana@mail.example' };
  await signUpCustomer(fixture.app, undefined, REQUEST, { slug, ...person });
  await signUpCustomer(fixture.app, undefined, REQUEST, { slug, ...person });
  await fixture.counter.issue(fixture.phone, 1_000);
  expect(await sent()).toEqual({
    'customer.created': {
      type: 'customer.created',
      timestamp: '2026-03-10T12:00:00.000Z',
      data: {
        id: expect.any(String),
        ...person,
        createdAt: '2026-03-10T12:00:00.000Z',
        consents: { email: false, whatsapp: false },
      },
    },
  });
  const unknown = freshPhone();
  await fixture.counter.issue(unknown, 1_000);
  const atTheCounter = (await sent())['customer.created'];
  expect(atTheCounter?.data).toMatchObject({ phone: unknown, name: null, email: null });

  const phones = [freshPhone(), freshPhone(), freshPhone()];
  const content = Buffer.from(
    `telefone;nome\n${[...phones, fixture.phone].map((p) => `${p};Bia`).join('\n')}\n`,
  );
  await importCustomers(fixture.app, fixture.staff, REQUEST, { operationId: randomUUID(), content });
  await fixture.deliver();
  const bodies = fixture.receiver.received.splice(0).map(({ body }) => JSON.parse(body) as Sent);
  expect(bodies.map(({ data }) => data.phone).sort()).toEqual([...phones].sort());
  expect(bodies.every(({ data }) => data.name === 'Bia')).toBe(true);
});

test('a changed consent is announced with the channel, the answer and the consents of then', async () => {
  await fixture.listen(['customer.created', 'customer.consent_changed']);
  const slug = fixture.staff.client.merchant.signupLinkSlug;
  const { phone } = fixture;
  const consents = { textVersion: 1, channels: ['whatsapp'] as const };
  const { customerId } = await signUpCustomer(fixture.app, undefined, REQUEST, {
    slug,
    name: 'Ana',
    phone,
    consents,
  });
  const given = await sent();
  expect(given['customer.created']?.data).toMatchObject({ consents: { email: false, whatsapp: true } });
  const answer = { id: expect.any(String), customerId, phone, channel: 'whatsapp' };
  const createdAt = '2026-03-10T12:00:00.000Z';
  expect(given['customer.consent_changed']).toEqual({
    type: 'customer.consent_changed',
    timestamp: createdAt,
    data: {
      ...answer,
      isGiven: true,
      source: 'signup',
      createdAt,
      consents: { email: false, whatsapp: true },
    },
  });
  await withdraw();
  expect((await sent())['customer.consent_changed']?.data).toEqual({
    ...answer,
    isGiven: false,
    source: 'counter',
    createdAt,
    consents: { email: false, whatsapp: false },
  });
});

test('a ping says which endpoint is tested, and nothing else', async () => {
  const { id } = await fixture.listen(['customer.created']);
  await testWebhook(fixture.app, fixture.staff, REQUEST, { id });
  expect(await sent()).toEqual({ ping: { type: 'ping', timestamp: ISO, data: { endpointId: id } } });
});

/** Deliveries that wait are canceled, so those of earlier events are made before. */
async function erase(phone: string): Promise<void> {
  const { id: customerId } = await fixture.counter.balance(phone);
  const { merchantId } = fixture.staff;
  await eraseCustomer(fixture.app, {
    merchantId,
    customerId,
    basis: 'request',
    staff: null,
    request: null,
  });
}

test('an endpoint gets the events it asks for and no other, of its own merchant and no other', async () => {
  for (const event of WEBHOOK_EVENTS) await fixture.listen([event], `/so/${event}`);
  await fixture.listen(others('cashback.issued'), '/sem/cashback.issued');
  const neighbor = await insertMerchant(fixture.owner);
  const { phone, counter } = fixture;
  const purchase = await counter.earn(phone, 100_000);
  const redemption = await counter.spend(phone, 1_500);
  await counter.reverseRedemption(redemption);
  await counter.reversePurchase(purchase, 40_000);
  await withdraw();
  await fixture.deliver();
  await erase(phone);
  await fixture.deliver();
  const got = fixture.receiver.received.map(({ path, body }) => [path, (JSON.parse(body) as Sent).type]);
  expect(got.filter(([path]) => path?.startsWith('/so/')).sort()).toEqual(
    WEBHOOK_EVENTS.map((event) => [`/so/${event}`, event]).sort(),
  );
  expect(got.flatMap(([path, type]) => (path?.startsWith('/sem/') ? type : [])).sort()).toEqual(
    others('cashback.issued').sort(),
  );
  expect(await fixture.waiting(neighbor)).toEqual([]);
});

test('an event about a record that was merged has the phone of the record it was merged into', async () => {
  await fixture.listen(['cashback.issued']);
  const { phone, counter } = fixture;
  const source = freshPhone();
  const purchase = await counter.issue(source, 1_000);
  await counter.issue(phone, 2_000);
  await counter.merge(phone, source);
  await fixture.deliver();
  const bodies = fixture.receiver.received.map(({ body }) => JSON.parse(body) as Sent);
  const merged = bodies.find(({ data }) => data.id === purchase.transactionId);
  expect(merged?.data.phone).toBe(phone);
});

test('no body holds a token or a link', async () => {
  await fixture.listen([...WEBHOOK_EVENTS]);
  const { phone, counter } = fixture;
  const purchase = await counter.earn(phone, 100_000);
  const redemption = await counter.spend(phone, 1_500);
  await counter.reverseRedemption(redemption);
  await counter.reversePurchase(purchase, 100_000);
  await withdraw();
  await fixture.deliver();
  await erase(phone);
  await fixture.deliver();
  expect(fixture.receiver.received).toHaveLength(WEBHOOK_EVENTS.length);
  const bodies = fixture.receiver.received.map(({ body }) => body).join('\n');
  for (const { link } of [purchase, redemption]) {
    // The secret part begins after the first underscore, and may hold others.
    const token = tokenOf(link);
    expect(bodies).not.toContain(token.slice(token.indexOf('_') + 1));
  }
  expect(bodies).not.toMatch(/CASHBACK_|REDEMPTION_|https?:|token/i);
});

test('a transaction that is rolled back is not announced', async () => {
  await fixture.listen([...WEBHOOK_EVENTS]);
  await expect(fixture.counter.createRedemption(fixture.phone, 1)).rejects.toMatchObject({
    code: 'customer_not_found',
  });
  const operationId = randomUUID();
  const { phone, counter } = fixture;
  await Promise.allSettled([
    counter.issue(phone, 5_000, operationId),
    counter.issue(phone, 5_000, operationId),
  ]);
  await counter.issue(phone, 5_000, operationId);
  expect((await fixture.waiting()).map(({ event }) => event).sort()).toEqual([
    'cashback.issued',
    'customer.created',
  ]);
});
