import { randomUUID } from 'node:crypto';
import type { Provider } from 'domain/integrations';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { answerOffers } from '../customers/answer-offers.ts';
import { editCustomer } from '../customers/edit-customer.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { mergeCustomers } from '../customers/merge-customers.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { withdrawConsent } from '../customers/withdraw-consent.ts';
import { beforeStatement } from '../test/before-statement.ts';
import {
  type MerchantWithProvider,
  type OpenedApp,
  soon,
  useDeliveryFixture,
} from '../test/delivery-fixture.ts';
import { saveIntegration } from './save-integration.ts';
import { setIntegrationActive } from './set-integration-active.ts';
import { showIntegrations } from './show-integrations.ts';
import { showSyncLog } from './show-sync-log.ts';
import { startBulkSync } from './start-bulk-sync.ts';
import { syncCustomer } from './sync-customer.ts';
import { confirmSyncByHand, showUndeliveredErasures } from './undelivered-erasures.ts';

const fixture = useDeliveryFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const NO_EVENT = { syncOnSignup: false, syncOnPurchase: false, syncOnRedemption: false };

interface Person {
  id: string;
  phone: string;
  email: string;
}

async function signUp({ app }: OpenedApp, merchant: MerchantWithProvider, ticked: boolean): Promise<Person> {
  const person = { phone: freshPhone(), email: `${randomUUID()}@mail.example` };
  const { customerId } = await signUpCustomer(app, undefined, REQUEST, {
    slug: merchant.staff.client.merchant.signupLinkSlug,
    name: 'Ana',
    ...person,
    ...(ticked && { consents: { textVersion: 1, channels: ['email'] as const } }),
  });
  return { ...person, id: customerId ?? '' };
}

/** The merchant's choice, with no event that would send by itself unless given. */
const choose = async (
  { app }: OpenedApp,
  merchant: MerchantWithProvider,
  provider: Provider,
  choice: { sendsWithoutConsent?: boolean; syncOnSignup?: boolean },
) => {
  const account = { audienceId: 'a1b2c3d4e5', serverPrefix: 'us7' };
  const settings = { ...NO_EVENT, ...choice };
  await saveIntegration(
    app,
    merchant.staff,
    REQUEST,
    provider === 'mailchimp' ? { provider, ...account, ...settings } : { provider, ...settings },
  );
};

const withdraw = ({ app }: OpenedApp, { staff }: MerchantWithProvider, { id }: Person) =>
  withdrawConsent(app, staff, REQUEST, { customerId: id, channel: 'email' });

const consentAgain = ({ app }: OpenedApp, { merchantId }: MerchantWithProvider, { id }: Person) =>
  app.tenancy.withTenant(merchantId, (tx) =>
    answerOffers(tx, id, { channel: 'email', isGiven: true, textVersion: 1, request: REQUEST }),
  );

const statusOf = ({ key }: MerchantWithProvider, { email }: Person) =>
  fixture.mailchimp.members().find((member) => member.key === key && member.email === email)?.status;
const basisOf = ({ key }: MerchantWithProvider, { email }: Person) =>
  fixture.rdStation.contacts().find((contact) => contact.key === key && contact.email === email)?.legalBases;
const basis = (status: string) => [{ category: 'communications', type: 'consent', status }];

async function untilEnded({ merchantId }: MerchantWithProvider, count: number): Promise<void> {
  await soon(async () => {
    const rows = await fixture.deliveriesOf(merchantId);
    expect(rows.map(({ state }) => state)).toEqual(Array(count).fill('delivered'));
  });
}

async function open(provider: Provider): Promise<[OpenedApp, MerchantWithProvider]> {
  const opened = await fixture.open();
  opened.startJobs();
  return [opened, await fixture.insertMerchant(opened.app, provider)];
}

test('Mailchimp subscribes who consented; who did not is a contact without marketing', async () => {
  const [opened, merchant] = await open('mailchimp');
  const [ticked, unticked] = [await signUp(opened, merchant, true), await signUp(opened, merchant, false)];
  await untilEnded(merchant, 2);
  expect(statusOf(merchant, ticked)).toBe('subscribed');
  expect(statusOf(merchant, unticked)).toBe('transactional');
});

test('RD Station is told that consent was granted or not', async () => {
  const [opened, merchant] = await open('rd_station');
  const [ticked, unticked] = [await signUp(opened, merchant, true), await signUp(opened, merchant, false)];
  await untilEnded(merchant, 2);
  expect(basisOf(merchant, ticked)).toEqual(basis('granted'));
  expect(basisOf(merchant, unticked)).toEqual(basis('declined'));
});

test('where the merchant sends nobody without consent, nothing leaves, and the log says so', async () => {
  const [opened, merchant] = await open('mailchimp');
  await choose(opened, merchant, 'mailchimp', { syncOnSignup: true, sendsWithoutConsent: false });
  const unticked = await signUp(opened, merchant, false);
  await untilEnded(merchant, 1);
  expect(statusOf(merchant, unticked)).toBeUndefined();
  expect(fixture.mailchimp.requests.filter(({ key }) => key === merchant.key)).toEqual([]);
  const { entries } = await showSyncLog(opened.app, merchant.merchantId);
  expect(entries).toMatchObject([{ status: 'success', isWithheld: true, errorMessage: null }]);
  const [mailchimp] = (await showIntegrations(opened.app, merchant.merchantId)).integrations;
  expect(mailchimp).toMatchObject({ syncCount: 0, sendsWithoutConsent: false });

  const ticked = await signUp(opened, merchant, true);
  await untilEnded(merchant, 2);
  expect(statusOf(merchant, ticked)).toBe('subscribed');
  expect((await showSyncLog(opened.app, merchant.merchantId)).entries[0]).toMatchObject({
    isWithheld: false,
  });
});

test('a saved integration sends nobody without consent until somebody chooses so', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  await fixture.owner.query('DELETE FROM integration_configs WHERE merchant_id = $1', [merchant.merchantId]);
  const saved = await saveIntegration(opened.app, merchant.staff, REQUEST, {
    provider: 'rd_station',
    apiKey: 'token-0123456789abcdef',
    ...NO_EVENT,
  });
  expect(saved.sendsWithoutConsent).toBe(false);
});

test('a bulk sync follows the same rule', async () => {
  const [opened, merchant] = await open('mailchimp');
  await choose(opened, merchant, 'mailchimp', { sendsWithoutConsent: false });
  const people = [await signUp(opened, merchant, true), await signUp(opened, merchant, false)];
  for (const { phone } of people) await merchant.counter.issue(phone, 1_000);
  await startBulkSync(opened.app, merchant.staff, REQUEST);
  await untilEnded(merchant, 2);
  expect(people.map((person) => statusOf(merchant, person))).toEqual(['subscribed', undefined]);
});

test.each(['mailchimp', 'rd_station'] as const)(
  'a withdrawal reaches %s whatever the flags, and is not undone by later events',
  async (provider) => {
    const [opened, merchant] = await open(provider);
    await choose(opened, merchant, provider, { syncOnSignup: true, sendsWithoutConsent: false });
    const person = await signUp(opened, merchant, true);
    await untilEnded(merchant, 1);
    await choose(opened, merchant, provider, { sendsWithoutConsent: false });
    const status = () => (provider === 'mailchimp' ? statusOf(merchant, person) : basisOf(merchant, person));
    await withdraw(opened, merchant, person);
    await untilEnded(merchant, 2);
    const ended = provider === 'mailchimp' ? 'unsubscribed' : basis('declined');
    expect(status()).toEqual(ended);
    await merchant.counter.issue(person.phone, 1_000);
    await startBulkSync(opened.app, merchant.staff, REQUEST);
    await untilEnded(merchant, 3);
    expect(status()).toEqual(ended);
  },
);

test('a withdrawal makes nobody known to a provider', async () => {
  const [opened, merchant] = await open('mailchimp');
  await choose(opened, merchant, 'mailchimp', { sendsWithoutConsent: true });
  const rdStation = await fixture.insertMerchant(opened.app, 'rd_station');
  await choose(opened, rdStation, 'rd_station', { sendsWithoutConsent: true });
  const people = [await signUp(opened, merchant, true), await signUp(opened, rdStation, true)] as const;
  await withdraw(opened, merchant, people[0]);
  await withdraw(opened, rdStation, people[1]);
  await untilEnded(merchant, 1);
  await untilEnded(rdStation, 1);
  expect(statusOf(merchant, people[0])).toBeUndefined();
  expect(basisOf(rdStation, people[1])).toBeUndefined();
});

test('a merge with a record that withdrew ends marketing to the addresses of both', async () => {
  const [opened, merchant] = await open('mailchimp');
  const [source, target] = [await signUp(opened, merchant, true), await signUp(opened, merchant, true)];
  await untilEnded(merchant, 2);
  await withdraw(opened, merchant, target);
  await untilEnded(merchant, 3);
  expect(statusOf(merchant, source)).toBe('subscribed');
  const records = { customerId: target.id, sourceCustomerId: source.id };
  const asked = { operationId: randomUUID(), ...records, reason: 'Mesma pessoa' };
  await mergeCustomers(opened.app, merchant.staff, REQUEST, asked);
  await soon(() => expect(statusOf(merchant, source)).toBe('unsubscribed'));
  expect(statusOf(merchant, target)).toBe('unsubscribed');
});

test('a withdrawal that overtakes a call under way is sent again after it', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  const person = await signUp(opened, merchant, true);
  const [delivery] = await fixture.deliveriesOf(merchant.merchantId);
  if (!delivery) throw new Error('the sign-up was not announced');
  const { rows } = await fixture.owner.query(
    `SELECT merchant_id AS "merchantId", id, integration_config_id AS "integrationConfigId", NULL AS "webhookEndpointId",
       event, subject_id AS "subjectId", customer_id AS "customerId", NULL AS "bulkSyncId", 1 AS attempts,
       0 AS deferrals, occurred_at AS "occurredAt", NULL AS body FROM deliveries WHERE id = $1`,
    [delivery.id],
  );
  let isRead = false;
  const tenancy = beforeStatement(opened.app.tenancy, 'find_synced_customer', async () => {
    // The first reading is the one that the call is made of; the second comes after it.
    if (isRead) await withdraw(opened, merchant, person);
    isRead = true;
  });
  await syncCustomer({ ...opened.app, tenancy }, rows[0]);
  expect(statusOf(merchant, person)).toBe('unsubscribed');
});

test('a customer whose e-mail was removed is not subscribed under the placeholder', async () => {
  const [opened, merchant] = await open('mailchimp');
  const person = await signUp(opened, merchant, true);
  await untilEnded(merchant, 1);
  await editCustomer(opened.app, merchant.staff, REQUEST, { customerId: person.id, email: null });
  await merchant.counter.earn(person.phone, 1_000);
  // The sign-up, the purchase, the erasure of the former contact, and the present one after it.
  await untilEnded(merchant, 4);
  const { phone } = await findCustomer(opened.app, merchant.merchantId, person.phone);
  expect(statusOf(merchant, { ...person, email: `${phone}@sem-email.cashback.local` })).toBe('transactional');
});

test('a withdrawal reaches a paused integration, which is sent nothing else', async () => {
  const [opened, merchant] = await open('mailchimp');
  const person = await signUp(opened, merchant, true);
  await untilEnded(merchant, 1);
  await setIntegrationActive(opened.app, merchant.staff, REQUEST, { provider: 'mailchimp', isActive: false });
  await withdraw(opened, merchant, person);
  await untilEnded(merchant, 2);
  expect(statusOf(merchant, person)).toBe('unsubscribed');
  await merchant.counter.earn(person.phone, 1_000);
  await consentAgain(opened, merchant, person);
  expect(await fixture.deliveriesOf(merchant.merchantId)).toHaveLength(2);
});

test('a withdrawal that a provider refused is shown until a later one arrives or it was done by hand', async () => {
  const [opened, merchant] = await open('mailchimp');
  const people = [await signUp(opened, merchant, true), await signUp(opened, merchant, true)] as const;
  await untilEnded(merchant, 2);
  const shown = async () => (await showUndeliveredErasures(opened.app, merchant.merchantId)).syncs;
  fixture.mailchimp.misbehave('forbidden403', { key: merchant.key });
  for (const person of people) await withdraw(opened, merchant, person);
  await soon(async () => expect(await shown()).toHaveLength(2));
  fixture.mailchimp.misbehave(undefined);
  const [byHand, again] = people.map(({ id }) => id);
  const entries = new Map((await shown()).map((each) => [each.customerId, each.id]));
  const confirm = ({ staff }: MerchantWithProvider) =>
    confirmSyncByHand(opened.app, staff, REQUEST, { id: entries.get(byHand ?? '') ?? 0 });
  await expect(confirm(await fixture.insertMerchant(opened.app))).rejects.toMatchObject({
    code: 'log_not_found',
  });
  await confirm(merchant);
  expect(await shown()).toMatchObject([
    { provider: 'mailchimp', action: 'consent', customerId: again, customerName: 'Ana' },
  ]);
  await merchant.counter.earn(people[1].phone, 1_000);
  await soon(async () => expect(await shown()).toEqual([]));
});
