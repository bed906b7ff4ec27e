import { randomBytes } from 'node:crypto';
import type { Provider } from 'domain/integrations';
import { expect, test } from 'vitest';
import { type KeyRing, keyRing, seal } from '../lib/sealed.ts';
import type { StaffSession } from '../staff-session.ts';
import { insertMerchant } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { openProviderKey } from './provider-key.ts';
import { saveIntegration } from './save-integration.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const KEY = '0123456789abcdef0123456789abcdef-us21';
const TOKEN = 'um-token-da-rd-station-1234567890';
const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };
const ACCOUNT = { audienceId: 'a1b2c3d4e5', serverPrefix: 'us21' };

async function saveKeys(staff: StaffSession, keyEncryptionKeys: KeyRing = fixture.app.keyEncryptionKeys) {
  const app = { tenancy: fixture.app.tenancy, keyEncryptionKeys };
  await saveIntegration(app, staff, REQUEST, { provider: 'mailchimp', apiKey: KEY, ...ACCOUNT, ...SYNC });
  await saveIntegration(app, staff, REQUEST, { provider: 'rd_station', apiKey: TOKEN, ...SYNC });
}

async function sealedKey(staff: StaffSession, provider: Provider): Promise<Buffer> {
  const { rows } = await fixture.owner.query<{ key: Buffer }>(
    'SELECT api_key_encrypted AS key FROM integration_configs WHERE merchant_id = $1 AND provider = $2',
    [staff.merchantId, provider],
  );
  return rows[0]?.key ?? Buffer.alloc(0);
}

/** As the key-encryption key's holder would. */
async function wrapDataKey(staff: StaffSession, version: number, bytes: Buffer): Promise<void> {
  const place = ['merchant_data_keys', staff.merchantId, String(version)];
  await fixture.owner.query(
    'INSERT INTO merchant_data_keys (merchant_id, version, wrapped_key) VALUES ($1, $2, $3)',
    [staff.merchantId, version, seal(fixture.app.keyEncryptionKeys[0], bytes, place)],
  );
}

const open = (staff: StaffSession, provider: Provider, sealed: Buffer) =>
  fixture.app.tenancy.withTenant(staff.merchantId, (tx) =>
    openProviderKey(tx, fixture.app.keyEncryptionKeys, provider, sealed),
  );

test('a saved key opens where it was saved, for a call to the provider', async () => {
  await saveKeys(fixture.staff);
  expect(await open(fixture.staff, 'mailchimp', await sealedKey(fixture.staff, 'mailchimp'))).toBe(KEY);
  expect(await open(fixture.staff, 'rd_station', await sealedKey(fixture.staff, 'rd_station'))).toBe(TOKEN);
});

test('put under the merchant’s other provider it does not open', async () => {
  await saveKeys(fixture.staff);
  const sealed = await sealedKey(fixture.staff, 'mailchimp');
  await expect(open(fixture.staff, 'rd_station', sealed)).rejects.toThrow('is not where it was sealed for');
});

test('put into another merchant’s row it does not open', async () => {
  const thief = await insertMerchant(fixture.owner);
  await saveKeys(fixture.staff);
  await saveKeys(thief);
  const sealed = await sealedKey(fixture.staff, 'mailchimp');
  await expect(open(thief, 'mailchimp', sealed)).rejects.toThrow('needs a key that is not here');
});

test('a data key put into another merchant’s row opens and seals nothing there', async () => {
  const thief = await insertMerchant(fixture.owner);
  await saveKeys(fixture.staff);
  await fixture.owner.query(
    `INSERT INTO merchant_data_keys (merchant_id, version, wrapped_key)
     SELECT $2, version, wrapped_key FROM merchant_data_keys WHERE merchant_id = $1`,
    [fixture.staff.merchantId, thief.merchantId],
  );
  await expect(saveKeys(thief)).rejects.toThrow('is not where it was sealed for');
  const sealed = await sealedKey(fixture.staff, 'mailchimp');
  await expect(open(thief, 'mailchimp', sealed)).rejects.toThrow('is not where it was sealed for');
});

test('even where both merchants had the same data key it does not open for the other', async () => {
  const thief = await insertMerchant(fixture.owner);
  const same = randomBytes(32);
  for (const staff of [fixture.staff, thief]) await wrapDataKey(staff, 1, same);
  await saveKeys(fixture.staff);
  const sealed = await sealedKey(fixture.staff, 'mailchimp');
  expect(await open(fixture.staff, 'mailchimp', sealed)).toBe(KEY);
  await expect(open(thief, 'mailchimp', sealed)).rejects.toThrow('is not where it was sealed for');
});

test('a flipped bit in the key or in the data key is an internal error and never a wrong key', async () => {
  await saveKeys(fixture.staff);
  const sealed = await sealedKey(fixture.staff, 'mailchimp');
  const bit = sealed.length - 20;
  sealed[bit] = (sealed[bit] ?? 0) ^ 1;
  await expect(open(fixture.staff, 'mailchimp', sealed)).rejects.toThrow('was changed');
  await fixture.owner.query(
    `UPDATE merchant_data_keys SET wrapped_key = set_byte(wrapped_key, 30, get_byte(wrapped_key, 30) # 1)
     WHERE merchant_id = $1`,
    [fixture.staff.merchantId],
  );
  const whole = await sealedKey(fixture.staff, 'mailchimp');
  await expect(open(fixture.staff, 'mailchimp', whole)).rejects.toThrow('was changed');
});

test('every merchant has a data key of its own, and with another key-encryption key none opens', async () => {
  const neighbor = await insertMerchant(fixture.owner);
  await saveKeys(fixture.staff);
  await saveKeys(neighbor);
  const ids = await Promise.all([fixture.staff, neighbor].map((staff) => sealedKey(staff, 'mailchimp')));
  const [own, theirs] = ids.map((sealed) => sealed.subarray(1, 9).toString('hex'));
  expect(own).not.toBe(theirs);
  const stranger = keyRing([randomBytes(32)]);
  await expect(saveKeys(fixture.staff, stranger)).rejects.toThrow('needs a key that is not here');
});

test('a newer data key seals what is saved from then on, and the older one still opens its own', async () => {
  await saveKeys(fixture.staff);
  const old = await sealedKey(fixture.staff, 'mailchimp');
  await wrapDataKey(fixture.staff, 2, randomBytes(32));
  await saveKeys(fixture.staff);
  const renewed = await sealedKey(fixture.staff, 'mailchimp');
  expect(renewed.subarray(1, 9).equals(old.subarray(1, 9))).toBe(false);
  for (const sealed of [old, renewed]) expect(await open(fixture.staff, 'mailchimp', sealed)).toBe(KEY);
});
