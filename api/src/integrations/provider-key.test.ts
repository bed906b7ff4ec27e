import { randomBytes } from 'node:crypto';
import type { Provider } from 'domain/integrations';
import { expect, test } from 'vitest';
import type { StaffSession } from '../auth/lucia.ts';
import { type KeyRing, keyRing, seal } from '../lib/sealed.ts';
import { insertShop } from '../test/money-app.ts';
import { useMoneyScene } from '../test/money-scene.ts';
import { openProviderKey } from './provider-key.ts';
import { saveIntegration } from './save-integration.ts';

const scene = useMoneyScene();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const KEY = '0123456789abcdef0123456789abcdef-us21';
const TOKEN = 'um-token-da-rd-station-1234567890';
const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };
const ACCOUNT = { audienceId: 'a1b2c3d4e5', serverPrefix: 'us21' };

async function saveKeys(staff: StaffSession, keyEncryptionKeys: KeyRing = scene.app.keyEncryptionKeys) {
  const app = { tenancy: scene.app.tenancy, keyEncryptionKeys };
  await saveIntegration(app, staff, REQUEST, { provider: 'mailchimp', apiKey: KEY, ...ACCOUNT, ...SYNC });
  await saveIntegration(app, staff, REQUEST, { provider: 'rd_station', apiKey: TOKEN, ...SYNC });
}

async function sealedKey(staff: StaffSession, provider: Provider): Promise<Buffer> {
  const { rows } = await scene.owner.query<{ key: Buffer }>(
    'SELECT api_key_encrypted AS key FROM integration_configs WHERE merchant_id = $1 AND provider = $2',
    [staff.merchantId, provider],
  );
  return rows[0]?.key ?? Buffer.alloc(0);
}

/** As the key-encryption key's holder would. */
async function wrapDataKey(staff: StaffSession, version: number, bytes: Buffer): Promise<void> {
  const place = ['merchant_data_keys', staff.merchantId, String(version)];
  await scene.owner.query(
    'INSERT INTO merchant_data_keys (merchant_id, version, wrapped_key) VALUES ($1, $2, $3)',
    [staff.merchantId, version, seal(scene.app.keyEncryptionKeys[0], bytes, place)],
  );
}

const open = (staff: StaffSession, provider: Provider, sealed: Buffer) =>
  scene.app.tenancy.withTenant(staff.merchantId, (tx) =>
    openProviderKey(tx, scene.app.keyEncryptionKeys, provider, sealed),
  );

test('what was saved opens where it was saved, for whoever calls the provider', async () => {
  await saveKeys(scene.staff);
  expect(await open(scene.staff, 'mailchimp', await sealedKey(scene.staff, 'mailchimp'))).toBe(KEY);
  expect(await open(scene.staff, 'rd_station', await sealedKey(scene.staff, 'rd_station'))).toBe(TOKEN);
});

test('put under the merchant’s other provider it does not open', async () => {
  await saveKeys(scene.staff);
  const sealed = await sealedKey(scene.staff, 'mailchimp');
  await expect(open(scene.staff, 'rd_station', sealed)).rejects.toThrow('is not where it was sealed for');
});

test('put into another merchant’s row it does not open', async () => {
  const thief = await insertShop(scene.owner);
  await saveKeys(scene.staff);
  await saveKeys(thief);
  const sealed = await sealedKey(scene.staff, 'mailchimp');
  await expect(open(thief, 'mailchimp', sealed)).rejects.toThrow('needs a key that is not here');
});

test('a data key put into another merchant’s row opens and seals nothing there', async () => {
  const thief = await insertShop(scene.owner);
  await saveKeys(scene.staff);
  await scene.owner.query(
    `INSERT INTO merchant_data_keys (merchant_id, version, wrapped_key)
     SELECT $2, version, wrapped_key FROM merchant_data_keys WHERE merchant_id = $1`,
    [scene.staff.merchantId, thief.merchantId],
  );
  await expect(saveKeys(thief)).rejects.toThrow('is not where it was sealed for');
  const sealed = await sealedKey(scene.staff, 'mailchimp');
  await expect(open(thief, 'mailchimp', sealed)).rejects.toThrow('is not where it was sealed for');
});

test('even where both merchants had the same data key it does not open for the other', async () => {
  const thief = await insertShop(scene.owner);
  const same = randomBytes(32);
  for (const staff of [scene.staff, thief]) await wrapDataKey(staff, 1, same);
  await saveKeys(scene.staff);
  const sealed = await sealedKey(scene.staff, 'mailchimp');
  expect(await open(scene.staff, 'mailchimp', sealed)).toBe(KEY);
  await expect(open(thief, 'mailchimp', sealed)).rejects.toThrow('is not where it was sealed for');
});

test('a flipped bit in the key or in the data key is an internal error and never a wrong key', async () => {
  await saveKeys(scene.staff);
  const sealed = await sealedKey(scene.staff, 'mailchimp');
  const bit = sealed.length - 20;
  sealed[bit] = (sealed[bit] ?? 0) ^ 1;
  await expect(open(scene.staff, 'mailchimp', sealed)).rejects.toThrow('was changed');
  await scene.owner.query(
    `UPDATE merchant_data_keys SET wrapped_key = set_byte(wrapped_key, 30, get_byte(wrapped_key, 30) # 1)
     WHERE merchant_id = $1`,
    [scene.staff.merchantId],
  );
  const whole = await sealedKey(scene.staff, 'mailchimp');
  await expect(open(scene.staff, 'mailchimp', whole)).rejects.toThrow('was changed');
});

test('every merchant has a data key of its own, and with another key-encryption key none opens', async () => {
  const neighbour = await insertShop(scene.owner);
  await saveKeys(scene.staff);
  await saveKeys(neighbour);
  const ids = await Promise.all([scene.staff, neighbour].map((staff) => sealedKey(staff, 'mailchimp')));
  const [own, theirs] = ids.map((sealed) => sealed.subarray(1, 9).toString('hex'));
  expect(own).not.toBe(theirs);
  const stranger = keyRing([randomBytes(32)]);
  await expect(saveKeys(scene.staff, stranger)).rejects.toThrow('needs a key that is not here');
});

test('a newer data key seals what is saved from then on, and the older one still opens its own', async () => {
  await saveKeys(scene.staff);
  const old = await sealedKey(scene.staff, 'mailchimp');
  await wrapDataKey(scene.staff, 2, randomBytes(32));
  await saveKeys(scene.staff);
  const renewed = await sealedKey(scene.staff, 'mailchimp');
  expect(renewed.subarray(1, 9).equals(old.subarray(1, 9))).toBe(false);
  for (const sealed of [old, renewed]) expect(await open(scene.staff, 'mailchimp', sealed)).toBe(KEY);
});
