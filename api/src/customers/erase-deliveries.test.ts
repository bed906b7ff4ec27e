import { randomUUID } from 'node:crypto';
import type { Provider } from 'domain/integrations';
import { freshPhone } from 'testing/signed-in-merchant';
import { describe, expect, test } from 'vitest';
import type { App } from '../context.ts';
import { feedBulkSync } from '../integrations/feed-bulk-sync.ts';
import { startBulkSync } from '../integrations/start-bulk-sync.ts';
import { confirmErasedAtProvider, showUndeliveredErasures } from '../integrations/undelivered-erasures.ts';
import type { StaffSession } from '../staff-session.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { type MerchantWithProvider, soon, useDeliveryFixture } from '../test/delivery-fixture.ts';
import { correctPhone } from './correct-phone.ts';
import { editCustomer } from './edit-customer.ts';
import { eraseCustomer } from './erase-customer.ts';
import { signUpCustomer } from './sign-up-customer.ts';

/** Webhooks and providers, when a customer is erased while deliveries are under way. */

const fixture = useDeliveryFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

/** A customer with an e-mail and a balance. */
async function insertCustomer(app: App, { staff, counter }: MerchantWithProvider) {
  const person = { phone: freshPhone(), email: `ana-${randomUUID()}@mail.example` };
  const { signupLinkSlug: slug } = staff.client.merchant;
  await signUpCustomer(app, undefined, REQUEST, { slug, name: 'Ana Souza', ...person });
  await counter.earn(person.phone, 10_000);
  return { ...person, customerId: (await counter.balance(person.phone)).id };
}

const erase = (app: Pick<App, 'tenancy' | 'deliveryRules'>, merchantId: string, customerId: string) =>
  eraseCustomer(app, { merchantId, customerId, basis: 'request', staff: null, request: null });

/** All that is stored of the merchant's deliveries and their log. */
async function storedText(merchantId: string): Promise<string> {
  const { rows } = await fixture.owner.query<{ text: string }>(
    `SELECT coalesce(string_agg(t, ' '), '') AS text FROM (
       SELECT d::text AS t FROM deliveries d WHERE merchant_id = $1
       UNION ALL SELECT l::text FROM integration_sync_log l WHERE merchant_id = $1) stored`,
    [merchantId],
  );
  return rows[0]?.text ?? '';
}

test.each(['mailchimp', 'rd_station'] as const)(
  '%s erases the contact by its own call, also the one made from the phone, and what found it is forgotten',
  async (provider) => {
    const opened = await fixture.open();
    const merchant = await fixture.insertMerchant(opened.app, provider);
    opened.startJobs();
    const phone = freshPhone();
    await merchant.counter.earn(phone, 10_000);
    const emails = () =>
      provider === 'mailchimp'
        ? fixture.mailchimp.members().flatMap(({ key, email }) => (key === merchant.key ? [email] : []))
        : fixture.rdStation.contacts().flatMap(({ key, email }) => (key === merchant.key ? [email] : []));
    await soon(() => expect(emails()).toHaveLength(1));
    const { signupLinkSlug: slug } = merchant.staff.client.merchant;
    const email = `ana-${randomUUID()}@mail.example`;
    await signUpCustomer(opened.app, undefined, REQUEST, { slug, name: 'Ana Souza', phone, email });
    await merchant.counter.earn(phone, 10_000);
    await soon(() => expect(emails()).toHaveLength(2));
    await erase(opened.app, merchant.merchantId, (await merchant.counter.balance(phone)).id);
    await soon(() => expect(emails()).toEqual([]));
    await soon(async () => {
      const log = await fixture.logOf(merchant.merchantId);
      expect(log.filter(({ action }) => action === 'erase')).toEqual([
        { action: 'erase', status: 'success', error_message: null },
        { action: 'erase', status: 'success', error_message: null },
      ]);
    });
    const { rows } = await fixture.owner.query(
      "SELECT body FROM deliveries WHERE merchant_id = $1 AND event = 'erase'",
      [merchant.merchantId],
    );
    expect(rows).toEqual([{ body: null }, { body: null }]);
  },
);

test('a provider that never confirms is given up after eight attempts: the contact’s key is forgotten, the merchant is shown it until it is done there by hand', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app, 'rd_station');
  const { customerId, email } = await insertCustomer(opened.app, merchant);
  opened.startJobs();
  const isOurs = ({ action, status }: { action: string; status: string }) =>
    action !== 'erase' && status === 'success';
  await soon(async () => {
    const deliveries = await fixture.deliveriesOf(merchant.merchantId);
    expect(deliveries.length).toBeGreaterThan(0);
    expect(deliveries.filter(({ state }) => state === 'waiting')).toEqual([]);
  });
  const sent = (await fixture.logOf(merchant.merchantId)).filter(isOurs);
  fixture.rdStation.misbehave('error500', { key: merchant.key });
  await erase(opened.app, merchant.merchantId, customerId);
  await soon(async () => {
    const { rows } = await fixture.owner.query(
      `SELECT e.undelivered, d.state, d.attempts, d.body, d.last_error
       FROM erasures e JOIN deliveries d ON d.merchant_id = e.merchant_id AND d.subject_id = e.id
       WHERE e.merchant_id = $1 AND d.event = 'erase'`,
      [merchant.merchantId],
    );
    const last_error = 'O RD Station não confirmou a exclusão do contato. Apague-o no RD Station.';
    const given = { undelivered: ['rd_station'], state: 'failed', attempts: 8, body: null, last_error };
    expect(rows).toEqual([given, given]);
  });
  expect(await storedText(merchant.merchantId)).not.toContain(email);

  const shown = () => showUndeliveredErasures(opened.app, merchant.merchantId);
  const [waiting, ...others] = (await shown()).erasures;
  expect(others).toEqual([]);
  expect(waiting).toEqual({
    erasureId: expect.any(String),
    provider: 'rd_station',
    givenUpAt: expect.any(String),
    sentCount: sent.length,
    lastSentAt: expect.any(String),
  });
  expect(Date.parse(waiting?.givenUpAt ?? '')).toBeGreaterThan(Date.parse(waiting?.lastSentAt ?? ''));
  const confirm = (staff: StaffSession, provider: Provider) =>
    confirmErasedAtProvider(opened.app, staff, REQUEST, { erasureId: waiting?.erasureId ?? '', provider });
  await confirm((await fixture.insertMerchant(opened.app)).staff, 'rd_station');
  await confirm(merchant.staff, 'mailchimp');
  expect((await shown()).erasures).toHaveLength(1);
  await confirm(merchant.staff, 'rd_station');
  await confirm(merchant.staff, 'rd_station');
  expect((await shown()).erasures).toEqual([]);
  const { rowCount } = await fixture.owner.query(
    "SELECT FROM audit_log WHERE action = 'integration.confirm_erasure'",
  );
  expect(rowCount).toBe(1);
});

test('a call that is under way when the customer is erased leaves nothing behind, and the contact is erased after it', async () => {
  const opened = await fixture.open({ eraseDelayMs: 1_500 });
  const merchant = await fixture.insertMerchant(opened.app);
  const { customerId, email, phone } = await insertCustomer(opened.app, merchant);
  await fixture.insertWebhook(
    merchant.merchantId,
    ['cashback.issued'],
    `${new URL(fixture.rdStation.url).origin}/x`,
  );
  const direct = opened.app.outgoing;
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  let calls = 0;
  opened.app.outgoing = async (request) => {
    calls += 1;
    if (calls <= 2) await gate;
    return await direct(request);
  };
  opened.startJobs();
  await soon(() => expect(calls).toBeGreaterThan(0));
  await erase(opened.app, merchant.merchantId, customerId);
  openGate();
  await soon(async () => {
    const states = (await fixture.deliveriesOf(merchant.merchantId)).filter(
      ({ state }) => state === 'waiting',
    );
    expect(states).toEqual([]);
  });
  expect(fixture.mailchimp.members().filter(({ key }) => key === merchant.key)).toEqual([]);
  const stored = await storedText(merchant.merchantId);
  for (const giveaway of [email, phone, 'Ana', '***']) expect(stored).not.toContain(giveaway);
});

test('a bulk sync that is handing the customer over sends nothing of them, and ends', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  const { customerId, email, phone } = await insertCustomer(opened.app, merchant);
  const kept = await insertCustomer(opened.app, merchant);
  await fixture.owner.query("UPDATE deliveries SET state = 'failed', finished_at = now()");
  await startBulkSync(opened.app, merchant.staff, REQUEST);
  const { rows } = await fixture.owner.query<{ id: string }>(
    'SELECT id FROM bulk_syncs WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  const bulkSyncId = rows[0]?.id ?? '';
  const { merchantId } = merchant;
  const tenancy = beforeStatement(opened.app.tenancy, 'insert_deliveries', async () => {
    await erase(opened.app, merchantId, customerId);
  });
  await feedBulkSync({ tenancy }, { merchantId, bulkSyncId });
  opened.startJobs();
  await soon(async () => {
    const run = await fixture.owner.query(
      'SELECT state, success_count, error_count FROM bulk_syncs WHERE id = $1',
      [bulkSyncId],
    );
    expect(run.rows).toEqual([{ state: 'completed', success_count: 1, error_count: 1 }]);
  });
  const members = fixture.mailchimp.members().filter(({ key }) => key === merchant.key);
  expect(members.map((member) => member.email)).toEqual([kept.email]);
  const stored = await storedText(merchantId);
  for (const giveaway of [email, phone]) expect(stored).not.toContain(giveaway);
});

/** The addresses of the merchant's contacts at the provider, with the name that each has there. */
const contactsAt = (provider: Provider, { key }: MerchantWithProvider): [string, unknown][] =>
  provider === 'mailchimp'
    ? fixture.mailchimp
        .members()
        .filter((member) => member.key === key)
        .map(({ email, mergeFields }) => [email, mergeFields.FNAME])
    : fixture.rdStation
        .contacts()
        .filter((contact) => contact.key === key)
        .map(({ email, name }) => [email, name]);

const untilIdle = (merchantId: string) =>
  soon(async () => {
    const states = (await fixture.deliveriesOf(merchantId)).map(({ state }) => state);
    expect(states.length).toBeGreaterThan(0);
    expect(states).not.toContain('waiting');
  });

describe.each(['mailchimp', 'rd_station'] as const)('at %s', (provider) => {
  async function open() {
    const opened = await fixture.open();
    const merchant = await fixture.insertMerchant(opened.app, provider);
    const ana = await insertCustomer(opened.app, merchant);
    opened.startJobs();
    await untilIdle(merchant.merchantId);
    expect(contactsAt(provider, merchant)).toEqual([[ana.email, 'Ana Souza']]);
    return { opened, merchant, ana, contacts: () => contactsAt(provider, merchant) };
  }

  test('a changed e-mail: the former contact is erased, the new one is sent', async () => {
    const { opened, merchant, ana, contacts } = await open();
    const email = `nova-${randomUUID()}@mail.example`;
    await editCustomer(opened.app, merchant.staff, REQUEST, { customerId: ana.customerId, email });
    await soon(() => expect(contacts()).toEqual([[email, 'Ana Souza']]));
  });

  test('a corrected phone: the contact made from the former one is erased, the new one is sent', async () => {
    const { opened, merchant, ana, contacts } = await open();
    await editCustomer(opened.app, merchant.staff, REQUEST, { customerId: ana.customerId, email: null });
    await soon(() => expect(contacts()).toEqual([[`${ana.phone}@sem-email.cashback.local`, 'Ana Souza']]));
    const phone = freshPhone();
    await correctPhone(opened.app, merchant.staff, REQUEST, { customerId: ana.customerId, phone });
    await soon(() => expect(contacts()).toEqual([[`${phone}@sem-email.cashback.local`, 'Ana Souza']]));
  });

  test('a customer who is erased after the e-mail was changed leaves no contact', async () => {
    const { opened, merchant, ana, contacts } = await open();
    const fake = provider === 'mailchimp' ? fixture.mailchimp : fixture.rdStation;
    fake.misbehave('error500', { key: merchant.key, times: 2 });
    await editCustomer(opened.app, merchant.staff, REQUEST, { customerId: ana.customerId, email: null });
    await erase(opened.app, merchant.merchantId, ana.customerId);
    await soon(() => expect(contacts()).toEqual([]));
  });

  test('an address that another customer has, or got since, keeps its contact, under their name', async () => {
    const { opened, merchant, ana, contacts } = await open();
    await erase(
      { ...opened.app, deliveryRules: { ...opened.app.deliveryRules, eraseDelayMs: 3_600_000 } },
      merchant.merchantId,
      ana.customerId,
    );
    const { signupLinkSlug: slug } = merchant.staff.client.merchant;
    await signUpCustomer(opened.app, undefined, REQUEST, {
      slug,
      name: 'Beto',
      phone: freshPhone(),
      email: ana.email,
    });
    await soon(() => expect(contacts()).toEqual([[ana.email, 'Beto']]));
    await fixture.owner.query(
      "UPDATE deliveries SET next_attempt_at = now() WHERE merchant_id = $1 AND event = 'erase'",
      [merchant.merchantId],
    );
    await untilIdle(merchant.merchantId);
    expect(contacts()).toEqual([[ana.email, 'Beto']]);
  });

  test('the name of an erased customer does not stay with an address that another has', async () => {
    const { opened, merchant, ana, contacts } = await open();
    const { signupLinkSlug: slug } = merchant.staff.client.merchant;
    const beto = { name: 'Beto', phone: freshPhone(), email: ana.email };
    await fixture.owner.query(
      'UPDATE integration_configs SET sync_on_signup = false WHERE merchant_id = $1',
      [merchant.merchantId],
    );
    await signUpCustomer(opened.app, undefined, REQUEST, { slug, ...beto });
    await erase(opened.app, merchant.merchantId, ana.customerId);
    await soon(() => expect(contacts()).toEqual([[ana.email, 'Beto']]));
  });
});

test('a provider that has none of the addresses, though it was sent one, is shown for erasure by hand', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  const ana = await insertCustomer(opened.app, merchant);
  opened.startJobs();
  await untilIdle(merchant.merchantId);
  const erasures = async () =>
    (await showUndeliveredErasures(opened.app, merchant.merchantId)).erasures.map(({ provider }) => provider);
  await fixture.owner.query("UPDATE integration_configs SET audience_id = 'other' WHERE merchant_id = $1", [
    merchant.merchantId,
  ]);
  await erase(opened.app, merchant.merchantId, ana.customerId);
  await untilIdle(merchant.merchantId);
  expect(await erasures()).toEqual(['mailchimp']);
});

test('a provider that was never sent a customer is not shown', async () => {
  const opened = await fixture.open();
  const merchant = await fixture.insertMerchant(opened.app);
  await fixture.owner.query(
    'UPDATE integration_configs SET sends_without_consent = false WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  const ana = await insertCustomer(opened.app, merchant);
  opened.startJobs();
  await untilIdle(merchant.merchantId);
  await erase(opened.app, merchant.merchantId, ana.customerId);
  await untilIdle(merchant.merchantId);
  expect(await showUndeliveredErasures(opened.app, merchant.merchantId)).toEqual({ erasures: [], syncs: [] });
});
