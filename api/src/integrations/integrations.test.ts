import type { SaveIntegration } from 'domain/integrations';
import { expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { insertMerchant } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { saveIntegration } from './save-integration.ts';
import { setIntegrationActive } from './set-integration-active.ts';
import { showIntegrations } from './show-integrations.ts';
import { showSyncLog } from './show-sync-log.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const KEY = '0123456789abcdef0123456789abcdef';
const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };
const MAILCHIMP = {
  provider: 'mailchimp',
  apiKey: `${KEY}-us21`,
  audienceId: 'a1b2c3d4e5',
  serverPrefix: 'us21',
  ...SYNC,
} as const;
const RD_STATION = { provider: 'rd_station', apiKey: `${KEY}.wxyz`, ...SYNC } as const;
const { apiKey: _key, ...KEPT } = MAILCHIMP;

const save = (input: SaveIntegration, staff: StaffSession = fixture.staff) =>
  saveIntegration(fixture.app, staff, REQUEST, input);
const setActive = (isActive: boolean, provider: SaveIntegration['provider'] = 'mailchimp') =>
  setIntegrationActive(fixture.app, fixture.staff, REQUEST, { provider, isActive });
const show = (staff: StaffSession = fixture.staff) => showIntegrations(fixture.app, staff.merchantId);

async function audited(): Promise<{ action: string; details: object }[]> {
  const { rows } = await fixture.owner.query(
    `SELECT action, details FROM audit_log WHERE merchant_id = $1 AND action LIKE 'integration.%' ORDER BY id`,
    [fixture.staff.merchantId],
  );
  return rows;
}

test('where nothing is stored, every provider is shown with the defaults', async () => {
  const account = { isStored: false, keyLast4: null, audienceId: null, isActive: false, lastSyncAt: null };
  const nothing = { ...account, sendsWithoutConsent: false };
  expect((await show()).integrations).toEqual([
    { provider: 'mailchimp', serverPrefix: 'us1', syncCount: 0, ...nothing, ...SYNC },
    { provider: 'rd_station', serverPrefix: null, syncCount: 0, ...nothing, ...SYNC },
  ]);
});

test('what is saved is what is shown, with four characters of the key and inactive', async () => {
  const saved = await save({ ...MAILCHIMP, syncOnRedemption: true });
  expect(saved).toEqual({
    provider: 'mailchimp',
    isStored: true,
    keyLast4: 'cdef',
    audienceId: 'a1b2c3d4e5',
    serverPrefix: 'us21',
    ...SYNC,
    syncOnRedemption: true,
    sendsWithoutConsent: false,
    isActive: false,
    lastSyncAt: null,
    syncCount: 0,
  });
  const token = await save(RD_STATION);
  expect(token).toMatchObject({ keyLast4: 'wxyz', audienceId: null, serverPrefix: null });
  expect((await show()).integrations).toEqual([saved, token]);
});

test('each provider begins with its own tags', async () => {
  await save(MAILCHIMP);
  await save(RD_STATION);
  const { rows } = await fixture.owner.query(
    'SELECT provider, default_tags AS tags FROM integration_configs WHERE merchant_id = $1 ORDER BY 1',
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([
    { provider: 'mailchimp', tags: ['Cashback', 'Cliente'] },
    { provider: 'rd_station', tags: ['cashback', 'cliente'] },
  ]);
});

test('the first time there has to be a key, and without one nothing at all is stored', async () => {
  await expect(save(KEPT)).rejects.toMatchObject({ code: 'integration_key_missing' });
  const { rows } = await fixture.owner.query('SELECT FROM integration_configs WHERE merchant_id = $1', [
    fixture.staff.merchantId,
  ]);
  expect(rows).toHaveLength(0);
  expect(await audited()).toEqual([]);
});

test('a key that is left out stays, to the byte', async () => {
  const stored = async () => {
    const { rows } = await fixture.owner.query<{ key: Buffer }>(
      'SELECT api_key_encrypted AS key FROM integration_configs WHERE merchant_id = $1',
      [fixture.staff.merchantId],
    );
    return rows.map(({ key }) => key.toString('hex'));
  };
  await save(MAILCHIMP);
  const before = await stored();
  expect(await save({ ...KEPT, audienceId: 'outra12345' })).toMatchObject({
    keyLast4: 'cdef',
    audienceId: 'outra12345',
  });
  expect(await stored()).toEqual(before);
});

test('a prefix that is not the stored key’s is refused with the right one; one that fits any key is not', async () => {
  await save(MAILCHIMP);
  await expect(save({ ...KEPT, serverPrefix: 'us2' })).rejects.toMatchObject({
    code: 'integration_key_of_another_server',
    message: 'A chave guardada é do servidor us21: use este prefixo ou troque a chave.',
  });
  expect((await show()).integrations[0]).toMatchObject({ serverPrefix: 'us21' });
  await save({ ...MAILCHIMP, apiKey: KEY });
  expect(await save({ ...KEPT, serverPrefix: 'us2' })).toMatchObject({ serverPrefix: 'us2' });
});

test('an integration is turned on and off once it is saved; saving it again changes neither', async () => {
  await expect(setActive(true)).rejects.toMatchObject({ code: 'integration_not_saved' });
  await save(MAILCHIMP);
  await expect(setActive(true, 'rd_station')).rejects.toMatchObject({ code: 'integration_not_saved' });
  expect(await setActive(true)).toMatchObject({ isActive: true });
  expect(await save({ ...KEPT, syncOnSignup: false })).toMatchObject({ isActive: true, syncOnSignup: false });
  expect(await setActive(false)).toMatchObject({ isActive: false });
  expect((await show()).integrations.map(({ isActive }) => isActive)).toEqual([false, false]);
});

test('what has no key is not turned on, by the product or behind its back', async () => {
  await fixture.owner.query(
    `INSERT INTO integration_configs (merchant_id, id, provider) VALUES ($1, gen_random_uuid(), 'mailchimp')`,
    [fixture.staff.merchantId],
  );
  expect((await show()).integrations[0]).toMatchObject({ isStored: false, keyLast4: null });
  await expect(setActive(true)).rejects.toMatchObject({ code: 'integration_not_saved' });
  await expect(save(KEPT)).rejects.toMatchObject({ code: 'integration_key_missing' });
  const update = fixture.owner.query(
    'UPDATE integration_configs SET is_active = true WHERE merchant_id = $1',
    [fixture.staff.merchantId],
  );
  await expect(update).rejects.toMatchObject({ constraint: 'integration_configs_active_has_key' });
});

test('the audit says who did what, and of a key its four characters', async () => {
  await save(MAILCHIMP);
  await save({ ...KEPT, syncOnSignup: false });
  await save({ ...KEPT, syncOnSignup: false });
  await setActive(true);
  await setActive(true);
  await setActive(false);
  const provider = 'mailchimp';
  expect(await audited()).toEqual([
    {
      action: 'integration.save_key',
      details: { provider, api_key_last4_before: null, api_key_last4_after: 'cdef' },
    },
    {
      action: 'integration.save',
      details: {
        provider,
        audience_id_before: null,
        audience_id_after: 'a1b2c3d4e5',
        server_prefix_before: null,
        server_prefix_after: 'us21',
      },
    },
    {
      action: 'integration.save',
      details: { provider, sync_on_signup_before: true, sync_on_signup_after: false },
    },
    { action: 'integration.activate', details: { provider } },
    { action: 'integration.deactivate', details: { provider } },
  ]);
});

test('two first saves at once leave one integration and one data key, and both are written down', async () => {
  await Promise.all([save(MAILCHIMP), save({ ...MAILCHIMP, audienceId: 'outra12345' })]);
  const count = async (table: string) =>
    (await fixture.owner.query(`SELECT FROM ${table} WHERE merchant_id = $1`, [fixture.staff.merchantId]))
      .rowCount;
  expect(await count('integration_configs')).toBe(1);
  expect(await count('merchant_data_keys')).toBe(1);
  const [first, second] = (await audited()).filter(({ action }) => action === 'integration.save');
  const [{ audience_id_after: between }, { audience_id_before: again }] = [
    first?.details as Record<string, string>,
    second?.details as Record<string, string>,
  ] as [Record<string, string>, Record<string, string>];
  expect(again).toBe(between);
});

test('another merchant’s integrations are neither shown nor changed', async () => {
  const neighbor = await insertMerchant(fixture.owner);
  const theirs = await save({ ...MAILCHIMP, apiKey: `${'9'.repeat(32)}-us21` }, neighbor);
  expect((await show()).integrations[0]).toMatchObject({ isStored: false });
  await expect(setActive(true)).rejects.toMatchObject({ code: 'integration_not_saved' });
  await save({ ...MAILCHIMP, audienceId: 'minha12345' });
  await setActive(true);
  expect((await show(neighbor)).integrations[0]).toEqual(theirs);
});

test('the log shows the fifty latest, newest first, with whom each is about as far as that is known', async () => {
  const { owner, staff, counter, phone } = fixture;
  const neighbor = await insertMerchant(owner);
  for (const one of [staff, neighbor]) await save(MAILCHIMP, one);
  await counter.earn(phone, 10_000);
  const { id: customerId } = await counter.balance(phone);
  await owner.query(`UPDATE customers SET name = 'Ana Lúcia' WHERE merchant_id = $1 AND id = $2`, [
    staff.merchantId,
    customerId,
  ]);
  const log = (merchantId: string, customer: string | null, count: number, later: string) =>
    owner.query(
      `INSERT INTO integration_sync_log (merchant_id, integration_config_id, customer_id, action, status,
         error_message, response_data, created_at)
       SELECT merchant_id, id, $2, 'signup', 'error', 'Invalid Resource', '{"body": "of the provider"}',
         now() + $4::interval + n * interval '1 second'
       FROM integration_configs, generate_series(1, $3::int) n WHERE merchant_id = $1`,
      [merchantId, customer, count, later],
    );
  await log(staff.merchantId, null, 55, '0');
  await log(staff.merchantId, customerId, 1, '1 hour');
  await log(neighbor.merchantId, null, 3, '2 hours');
  const { entries } = await showSyncLog(fixture.app, staff.merchantId);
  expect(entries).toHaveLength(50);
  const times = entries.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
  const [latest, ...others] = entries;
  expect(latest).toEqual({
    id: expect.any(Number),
    createdAt: times[0],
    provider: 'mailchimp',
    action: 'signup',
    status: 'error',
    errorMessage: 'Invalid Resource',
    isWithheld: false,
    customerName: 'Ana Lúcia',
    customerPhone: phone,
    canRetry: true,
    retriedAt: null,
  });
  expect(new Set(others.map((entry) => entry.customerPhone ?? entry.customerName))).toEqual(new Set([null]));
});
