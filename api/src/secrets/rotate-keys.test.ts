import { randomBytes } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rotation, readKeyUse, rotateKeys } from '../commands/rotate-keys.ts';
import type { App } from '../context.ts';
import { lockIntegration } from '../integrations/integrations.sql.ts';
import { sealProviderKey } from '../integrations/provider-key.ts';
import { isSealedBy, keyRing } from '../lib/sealed.ts';
import {
  freshKey,
  insertKeptSecrets,
  type KeptSecrets,
  openKeptSecrets,
  readStored,
  saveProviderKey,
} from '../test/kept-secrets.ts';
import { openMoneyApp } from '../test/money-app.ts';
import { insertDataKey } from './data-keys.sql.ts';
import { wrapDataKey } from './data-keys.ts';
import { sealForMerchant } from './merchant-secrets.ts';
import { SECRET_COLUMNS } from './rotation.sql.ts';
import { webhookSecretBinding } from './secret-bindings.ts';

const fixture = useDatabaseFixture();
const [OLD, NEW, WRONG] = [randomBytes(32), randomBytes(32), randomBytes(32)];

let app: App;
let close: () => Promise<void>;
let kept: KeptSecrets;

beforeAll(async () => {
  ({ app, close } = await openMoneyApp(fixture.database.appUrl));
});
beforeEach(async () => {
  // Each test is alone with its merchant: the rotation is of all there are.
  await fixture.owner.query('TRUNCATE merchants CASCADE');
  kept = await insertKeptSecrets(fixture.owner, having(OLD));
});
afterAll(() => close());

/** The product, as a process that knows these keys. */
const having = (...keys: [Buffer, ...Buffer[]]) => ({
  tenancy: app.tenancy,
  keyEncryptionKeys: keyRing(keys),
});
const open = (...keys: [Buffer, ...Buffer[]]) => openKeptSecrets(fixture.owner, having(...keys), kept);
const stored = () => readStored(fixture.owner, kept.staff.merchantId);
const now = async () => (await fixture.owner.query<{ now: Date }>('SELECT now()')).rows[0]?.now;

function rotate(keys: [Buffer, ...Buffer[]], newSince?: Date): Promise<Rotation> {
  const onFailure = (_: string, error: unknown) => {
    throw error;
  };
  return rotateKeys(fixture.database.ownerUrl, keys, { newSince, onFailure });
}

test('the old key opens before, both together do meanwhile, and after it the new one alone', async () => {
  expect(await open(OLD)).toEqual(kept.secrets);
  expect(await open(NEW, OLD)).toEqual(kept.secrets);
  await expect(open(NEW)).rejects.toThrow('needs a key that is not here');
  expect(await rotate([NEW, OLD])).toEqual({ merchants: 1, rewrapped: 1, resealed: 0, failed: 0 });
  expect(await open(NEW)).toEqual(kept.secrets);
  expect(await open(NEW, OLD)).toEqual(kept.secrets);
  await expect(open(OLD)).rejects.toThrow('needs a key that is not here');
});

test('what is made once the keys are exchanged needs the new one only', async () => {
  const later = await insertKeptSecrets(fixture.owner, having(NEW, OLD));
  expect(await openKeptSecrets(fixture.owner, having(NEW), later)).toEqual(later.secrets);
  expect(await readKeyUse(fixture.database.appUrl, [NEW, OLD])).toEqual({
    merchants: 2,
    waiting: 1,
    current: 1,
    previous: 1,
    unknown: 0,
  });
});

test('done twice, and by two at once, it is done once', async () => {
  const done = await Promise.all([rotate([NEW, OLD]), rotate([NEW, OLD])]);
  expect(done.map(({ rewrapped }) => rewrapped).sort()).toEqual([0, 1]);
  const after = await stored();
  expect((await rotate([NEW, OLD])).rewrapped).toBe(0);
  expect(await stored()).toEqual(after);
});

test('with a wrong previous key nothing is changed', async () => {
  const second = await insertKeptSecrets(fixture.owner, having(NEW));
  const before = await stored();
  for (const newSince of [undefined, new Date()])
    await expect(rotate([NEW, WRONG], newSince)).rejects.toThrow(
      '1 data keys are wrapped by a key that is neither KEY_ENCRYPTION_KEY nor KEY_ENCRYPTION_KEY_PREVIOUS. Nothing was changed.',
    );
  expect(await stored()).toEqual(before);
  expect(await openKeptSecrets(fixture.owner, having(NEW), second)).toEqual(second.secrets);
});

test('a merchant whose data key was damaged is reported and skipped, and the others are done', async () => {
  const whole = await insertKeptSecrets(fixture.owner, having(OLD));
  await fixture.owner.query(
    'UPDATE merchant_data_keys SET wrapped_key = set_byte(wrapped_key, 30, get_byte(wrapped_key, 30) # 1) WHERE merchant_id = $1',
    [kept.staff.merchantId],
  );
  const before = await stored();
  const failures: unknown[] = [];
  const done = await rotateKeys(fixture.database.ownerUrl, [NEW, OLD], {
    newSince: await now(),
    onFailure: (...failure) => failures.push(failure),
  });
  expect(done).toEqual({ merchants: 2, rewrapped: 1, resealed: 4, failed: 1 });
  expect(failures).toEqual([
    [kept.staff.merchantId, new Error('a sealed value was changed, or is not where it was sealed for')],
  ]);
  expect(await stored()).toEqual(before);
  expect(await openKeptSecrets(fixture.owner, having(NEW), whole)).toEqual(whole.secrets);
});

test('a new data key reseals every secret, and the old one is not needed for any', async () => {
  const before = await stored();
  expect(await rotate([NEW, OLD], await now())).toEqual({
    merchants: 1,
    rewrapped: 1,
    resealed: 4,
    failed: 0,
  });
  const after = await stored();
  expect(after.wrapped).toHaveLength(2);
  const sealedBy = ({ sealed }: { sealed: Buffer[] }) => sealed.map((each) => each.toString('hex', 1, 9));
  expect(new Set([...sealedBy(before), ...sealedBy(after)])).toHaveLength(2);
  expect(sealedBy(after)).not.toContain(sealedBy(before)[0]);
  await fixture.owner.query('DELETE FROM merchant_data_keys WHERE version = 1');
  expect(await open(NEW)).toEqual(kept.secrets);
});

test('started again after it was cut short, it makes no key twice, and seals the rest', async () => {
  const since = await now();
  await rotate([NEW, OLD], since);
  expect(await rotate([NEW, OLD], since)).toMatchObject({ rewrapped: 0, resealed: 0 });
  const { merchantId } = kept.staff;
  // The state after a kill between making a key and sealing with it.
  const third = wrapDataKey(merchantId, 3, keyRing([NEW]), randomBytes(32));
  await app.tenancy.withTenant(merchantId, (tx) => insertDataKey(tx, third));
  expect(await rotate([NEW, OLD], since)).toMatchObject({ rewrapped: 0, resealed: 4 });
  expect((await stored()).wrapped).toHaveLength(3);
  expect(await open(NEW)).toEqual(kept.secrets);
});

test('a merchant without secrets gets no data key', async () => {
  await fixture.owner.query('DELETE FROM merchant_data_keys');
  expect(await rotate([NEW, OLD], await now())).toEqual({
    merchants: 1,
    rewrapped: 0,
    resealed: 0,
    failed: 0,
  });
  expect((await stored()).wrapped).toEqual([]);
});

const INSERT_SECOND_SECRET = {
  name: 'insert_second_secret',
  text: `INSERT INTO webhook_secrets (merchant_id, version, secret_encrypted, secret_last4) VALUES ($1, 2, $2, 'cond')`,
};

test('a secret that is just being saved is waited for, and resealed as well', async () => {
  const { merchantId } = kept.staff;
  let save = () => {};
  const mayBeSaved = new Promise<void>((resolve) => {
    save = resolve;
  });
  let saving: Promise<void> | undefined;
  await new Promise<void>((sealedAlready) => {
    saving = app.tenancy.withTenant(merchantId, async (tx) => {
      const { keyEncryptionKeys } = having(NEW, OLD);
      const sealed = await sealForMerchant(
        tx,
        keyEncryptionKeys,
        webhookSecretBinding(2),
        Buffer.from('second'),
      );
      sealedAlready();
      await mayBeSaved;
      await tx.query(INSERT_SECOND_SECRET, [merchantId, sealed]);
    });
  });
  const rotating = rotate([NEW, OLD], await now());
  await expect.poll(async () => (await stored()).wrapped.length).toBe(2);
  save();
  await saving;
  expect(await rotating).toMatchObject({ resealed: 5, failed: 0 });
});

/** True while the rotation waits for a row that another transaction holds. */
async function isWaitingForRow(): Promise<boolean> {
  const { rows } = await fixture.owner.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%integration_configs%'`,
  );
  return rows.length > 0;
}

test('a key that is saved while the rotation is at its row is the one that stays', async () => {
  const { merchantId } = kept.staff;
  const newer = freshKey();
  let rotating: Promise<Rotation> | undefined;
  // A save, slow between locking its row and writing it.
  await app.tenancy.withTenant(merchantId, async (tx) => {
    const row = await lockIntegration(tx, 'mailchimp');
    rotating = rotate([NEW, OLD], await now());
    await expect.poll(isWaitingForRow).toBe(true);
    const sealed = await sealProviderKey(tx, having(NEW, OLD).keyEncryptionKeys, 'mailchimp', newer);
    await tx.prisma(({ integrationConfig }) =>
      integrationConfig.update({
        where: { merchantId_id: { merchantId, id: row?.id ?? '' } },
        data: { apiKeyEncrypted: Uint8Array.from(sealed), apiKeyLast4: 'last' },
      }),
    );
  });
  expect((await rotating)?.failed).toBe(0);
  expect(await open(NEW)).toEqual([newer, ...kept.secrets.slice(1)]);
});

test('of saves and rotations at once none is lost: the last one saved opens, under the newest key', async () => {
  const keys: [Buffer, Buffer] = [NEW, OLD];
  let last = '';
  let isRotating = true;
  const save = async () => {
    while (isRotating) {
      last = freshKey();
      await saveProviderKey(having(...keys), kept.staff, last);
    }
  };
  const rotateOften = async () => {
    for (let round = 0; round < 4; round += 1) expect((await rotate(keys, await now())).failed).toBe(0);
  };
  await Promise.all([
    save(),
    rotateOften().finally(() => {
      isRotating = false;
    }),
  ]);
  expect(await open(NEW)).toEqual([last, ...kept.secrets.slice(1)]);
  const { wrapped, sealed } = await stored();
  expect(wrapped).toHaveLength(5);
  expect(new Set(sealed.map((each) => each.toString('hex', 1, 9)))).toHaveLength(1);
  expect(wrapped.every((each) => isSealedBy(keyRing([NEW])[0], each))).toBe(true);
});

test('an owner that is no superuser, and so is bound by row-level security, does it too', async () => {
  const url = new URL(fixture.database.ownerUrl);
  [url.username, url.password] = [`rotator_${freshKey().slice(0, 8)}`, 'secret'];
  const role = url.username;
  await fixture.owner.query(
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret' NOSUPERUSER NOBYPASSRLS IN ROLE cashback_app`,
  );
  for (const table of ['merchant_data_keys', ...SECRET_COLUMNS.map((each) => each.table)])
    await fixture.owner.query(`ALTER TABLE ${table} OWNER TO ${role}`);
  try {
    const onFailure = (_: string, error: unknown) => expect.unreachable(String(error));
    const done = await rotateKeys(url.href, [NEW, OLD], { newSince: await now(), onFailure });
    expect(done).toEqual({ merchants: 1, rewrapped: 1, resealed: 4, failed: 0 });
    expect(await open(NEW)).toEqual(kept.secrets);
  } finally {
    await fixture.owner.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
    await fixture.owner.query(`DROP OWNED BY ${role}`);
    await fixture.owner.query(`DROP ROLE ${role}`);
  }
});

test('the rotation knows every column that holds something sealed', async () => {
  const { rows } = await fixture.owner.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name LIKE '%encrypted%' ORDER BY 1`,
  );
  const known = SECRET_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort();
  expect(rows.map(({ name }) => name)).toEqual(known);
});
