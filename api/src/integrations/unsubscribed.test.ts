import { randomUUID } from 'node:crypto';
import type { Provider } from 'domain/integrations';
import { freshPhone } from 'testing/signed-in-merchant';
import { describe, expect, test } from 'vitest';
import { answerOffers } from '../customers/answer-offers.ts';
import { showCustomer } from '../customers/show-customer.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { withdrawConsent } from '../customers/withdraw-consent.ts';
import {
  type MerchantWithProvider,
  type OpenedApp,
  soon,
  useDeliveryFixture,
} from '../test/delivery-fixture.ts';

const fixture = useDeliveryFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };

/** A merchant's customer who gave consent at the sign-up, and the provider's contact of the address. */
async function open(provider: Provider) {
  const opened = await fixture.open();
  opened.startJobs();
  const merchant = await fixture.insertMerchant(opened.app, provider);
  const email = `${randomUUID()}@mail.example`;
  const person = await signUp(opened, merchant, email);
  await untilEnded(merchant);
  return { opened, merchant, email, person, isOpenThere: () => isOpenAt(provider, email) };
}

async function signUp(
  { app }: OpenedApp,
  { staff }: MerchantWithProvider,
  email: string,
  channels: 'email'[] = ['email'],
) {
  const phone = freshPhone();
  const { customerId } = await signUpCustomer(app, undefined, REQUEST, {
    slug: staff.client.merchant.signupLinkSlug,
    name: 'Ana',
    phone,
    email,
    consents: { textVersion: 1, channels },
  });
  return { id: customerId ?? '', phone };
}

function isOpenAt(provider: Provider, address: string): string | undefined {
  if (provider === 'mailchimp')
    return fixture.mailchimp.members().find(({ email }) => email === address)?.status;
  const contact = fixture.rdStation.contacts().find(({ email }) => email === address);
  return contact && JSON.stringify(contact.legalBases).includes('granted') ? 'subscribed' : 'unsubscribed';
}

const unsubscribe = (provider: Provider, email: string) =>
  (provider === 'mailchimp' ? fixture.mailchimp : fixture.rdStation).unsubscribe(email);

async function untilEnded({ merchantId }: MerchantWithProvider): Promise<void> {
  await soon(async () => {
    const rows = await fixture.deliveriesOf(merchantId);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['delivered']));
  });
}

const answer = (
  { app }: OpenedApp,
  { merchantId }: MerchantWithProvider,
  customerId: string,
  isGiven: boolean,
) =>
  app.tenancy.withTenant(merchantId, (tx) =>
    answerOffers(tx, customerId, {
      channel: 'email',
      isGiven,
      textVersion: isGiven ? 1 : null,
      request: REQUEST,
    }),
  );

const consentAgain = (opened: OpenedApp, merchant: MerchantWithProvider, customerId: string) =>
  answer(opened, merchant, customerId, true);

const setEmail = (
  { merchantId }: MerchantWithProvider,
  customerId: string,
  email: string,
  isProof: boolean,
) =>
  fixture.owner.query(
    'UPDATE customers SET email = $3, email_is_proof = $4 WHERE merchant_id = $1 AND id = $2',
    [merchantId, customerId, email, isProof],
  );

const answersOf = async ({ app }: OpenedApp, { merchantId }: MerchantWithProvider, customerId: string) =>
  (await showCustomer(app, merchantId, customerId)).consents.map(({ isGiven, source }) => [isGiven, source]);

describe.each(['mailchimp', 'rd_station'] as const)('who unsubscribed in a mail of %s', (provider) => {
  test('stays so, and has withdrawn the consent here, once', async () => {
    const { opened, merchant, person, email, isOpenThere } = await open(provider);
    expect(isOpenThere()).toBe('subscribed');
    unsubscribe(provider, email);
    for (let purchase = 1; purchase <= 2; purchase += 1) {
      await merchant.counter.earn(person.phone, 1_000);
      await untilEnded(merchant);
    }
    expect(isOpenThere()).toBe('unsubscribed');
    expect(await answersOf(opened, merchant, person.id)).toEqual([
      [false, 'provider'],
      [true, 'signup'],
    ]);
  });

  test('is not subscribed by another record with the address, whose sign-up or purchase gave no consent', async () => {
    const { opened, merchant, email, isOpenThere } = await open(provider);
    unsubscribe(provider, email);
    const other = await signUp(opened, merchant, email, []);
    await untilEnded(merchant);
    expect(isOpenThere()).toBe('unsubscribed');
    await merchant.counter.earn(other.phone, 1_000);
    await untilEnded(merchant);
    expect(isOpenThere()).toBe('unsubscribed');
  });

  test('is subscribed again by a consent that they give anew', async () => {
    const { opened, merchant, person, email, isOpenThere } = await open(provider);
    unsubscribe(provider, email);
    await merchant.counter.earn(person.phone, 1_000);
    await untilEnded(merchant);
    await consentAgain(opened, merchant, person.id);
    await untilEnded(merchant);
    // Mailchimp writes to them and waits for their click.
    expect(isOpenThere()).toBe(provider === 'mailchimp' ? 'pending' : 'subscribed');
    fixture.mailchimp.confirm(email);
    await merchant.counter.earn(person.phone, 1_000);
    await untilEnded(merchant);
    expect(isOpenThere()).toBe('subscribed');
    expect((await answersOf(opened, merchant, person.id))[0]).toEqual([true, 'my_data']);
  });

  test('before a consent that the provider was never told of is not taken to have withdrawn it', async () => {
    const { opened, merchant, person, email, isOpenThere } = await open(provider);
    unsubscribe(provider, email);
    const setActive = (isActive: boolean) =>
      fixture.owner.query('UPDATE integration_configs SET is_active = $2 WHERE merchant_id = $1', [
        merchant.merchantId,
        isActive,
      ]);
    await setActive(false);
    await withdrawConsent(opened.app, merchant.staff, REQUEST, { customerId: person.id, channel: 'email' });
    await consentAgain(opened, merchant, person.id);
    await setActive(true);
    await merchant.counter.earn(person.phone, 1_000);
    await untilEnded(merchant);
    expect(isOpenThere()).toBe(provider === 'mailchimp' ? 'pending' : 'subscribed');
    expect((await answersOf(opened, merchant, person.id))[0]).toEqual([true, 'my_data']);
  });
});

describe('two records with one address', () => {
  test('a withdrawal of one ends marketing to it, whichever record is sent later', async () => {
    const { opened, merchant, person, email, isOpenThere } = await open('mailchimp');
    const other = await signUp(opened, merchant, email);
    await withdrawConsent(opened.app, merchant.staff, REQUEST, { customerId: person.id, channel: 'email' });
    await untilEnded(merchant);
    await merchant.counter.earn(other.phone, 1_000);
    await untilEnded(merchant);
    expect(isOpenThere()).toBe('unsubscribed');
  });

  test.each(['mailchimp', 'rd_station'] as const)(
    'a consent that a sign-up of another record gives after the withdrawal does not open it at %s',
    async (provider) => {
      const { opened, merchant, person, email, isOpenThere } = await open(provider);
      await withdrawConsent(opened.app, merchant.staff, REQUEST, { customerId: person.id, channel: 'email' });
      await untilEnded(merchant);
      const stranger = await signUp(opened, merchant, email);
      await untilEnded(merchant);
      expect(isOpenThere()).toBe('unsubscribed');
      for (const { phone } of [stranger, person]) await merchant.counter.earn(phone, 1_000);
      await untilEnded(merchant);
      expect(isOpenThere()).toBe('unsubscribed');
    },
  );

  test.each(['mailchimp', 'rd_station'] as const)(
    'nor does it open one that unsubscribed in a mail of %s',
    async (provider) => {
      const { opened, merchant, email, isOpenThere } = await open(provider);
      unsubscribe(provider, email);
      await signUp(opened, merchant, email);
      await untilEnded(merchant);
      expect(isOpenThere()).toBe('unsubscribed');
    },
  );

  test.each(['mailchimp', 'rd_station'] as const)(
    'nor does a consent in Meus dados of a record that took the address without proof, at %s',
    async (provider) => {
      const { opened, merchant, person, email, isOpenThere } = await open(provider);
      await withdrawConsent(opened.app, merchant.staff, REQUEST, { customerId: person.id, channel: 'email' });
      await untilEnded(merchant);
      const stranger = await signUp(opened, merchant, `${randomUUID()}@mail.example`, []);
      await setEmail(merchant, stranger.id, email, false);
      await consentAgain(opened, merchant, stranger.id);
      await untilEnded(merchant);
      expect(isOpenThere()).toBe('unsubscribed');
      for (const { phone } of [stranger, person]) await merchant.counter.earn(phone, 1_000);
      await untilEnded(merchant);
      expect(isOpenThere()).toBe('unsubscribed');
    },
  );

  test.each(['at the counter', 'in Meus dados'])(
    'who withdrew may withdraw again %s, once another record with the address consented',
    async (place) => {
      const { opened, merchant, person, email, isOpenThere } = await open('mailchimp');
      const withdraw = () =>
        place === 'at the counter'
          ? withdrawConsent(opened.app, merchant.staff, REQUEST, { customerId: person.id, channel: 'email' })
          : answer(opened, merchant, person.id, false);
      await withdraw();
      const other = await signUp(opened, merchant, email, []);
      await setEmail(merchant, other.id, email, true);
      await consentAgain(opened, merchant, other.id);
      await untilEnded(merchant);
      expect(isOpenThere()).toBe('subscribed');
      for (let time = 1; time <= 2; time += 1) await withdraw();
      await untilEnded(merchant);
      expect(isOpenThere()).toBe('unsubscribed');
      expect(await answersOf(opened, merchant, person.id)).toHaveLength(3);
    },
  );

  test('a later consent with proof of one opens it, whichever record is sent later', async () => {
    const { opened, merchant, person, email, isOpenThere } = await open('mailchimp');
    const other = await signUp(opened, merchant, email);
    await setEmail(merchant, other.id, email, true);
    await withdrawConsent(opened.app, merchant.staff, REQUEST, { customerId: other.id, channel: 'email' });
    await withdrawConsent(opened.app, merchant.staff, REQUEST, { customerId: person.id, channel: 'email' });
    await untilEnded(merchant);
    await consentAgain(opened, merchant, other.id);
    await untilEnded(merchant);
    await merchant.counter.earn(person.phone, 1_000);
    await untilEnded(merchant);
    expect(isOpenThere()).toBe('subscribed');
  });
});
