import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isSealedBy, KEY_BYTES, type KeyRing, seal, sealingKey, unseal } from '../lib/sealed.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { insertDataKey, listDataKeys } from './data-keys.sql.ts';
import { unwrapDataKey, wrapDataKey } from './data-keys.ts';
import { contextOf } from './merchant-secrets.ts';
import {
  isNobodySealing,
  lockDataKeys,
  lockSecrets,
  updateSecret,
  updateWrappedKey,
} from './rotation.sql.ts';

/**
 * Replacing keys while the product runs. A merchant at a time, each in a transaction of its own: cut short
 * anywhere and begun again, it goes on with those that are left.
 */

type Door = Pick<Tenancy, 'withTenant'>;

const SEALING_ENDS_WITHIN_MS = 30_000;
const SEALING_LOOK_MS = 20;

export interface DataKeyUse {
  /** Wrapped by the key-encryption key that is current. */
  current: number;
  /** Wrapped by one that it replaces. */
  previous: number;
  /** Wrapped by none that is known here. */
  unknown: number;
}

/** Counts which key-encryption keys the merchant's data keys need. */
export async function readDataKeyUse(
  { tenancy, keyEncryptionKeys }: { tenancy: Door; keyEncryptionKeys: KeyRing },
  merchantId: string,
): Promise<DataKeyUse> {
  const rows = await tenancy.withTenant(merchantId, listDataKeys);
  const [current, ...previous] = keyEncryptionKeys;
  const use = { current: 0, previous: 0, unknown: 0 };
  for (const { wrapped_key: wrapped } of rows) {
    if (isSealedBy(current, wrapped)) use.current += 1;
    else if (previous.some((key) => isSealedBy(key, wrapped))) use.previous += 1;
    else use.unknown += 1;
  }
  return use;
}

/** Wraps the merchant's data keys by the current key-encryption key. Answers how many were not yet. */
export async function rewrapDataKeys(
  { tenancy, keyEncryptionKeys }: { tenancy: Door; keyEncryptionKeys: KeyRing },
  merchantId: string,
): Promise<number> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const rows = (await lockDataKeys(tx)).filter((row) => !isSealedBy(keyEncryptionKeys[0], row.wrapped_key));
    for (const row of rows) {
      const dataKey = unwrapDataKey(merchantId, keyEncryptionKeys, row);
      await updateWrappedKey(tx, wrapDataKey(merchantId, row.version, keyEncryptionKeys, dataKey));
    }
    return rows.length;
  });
}

/**
 * Gives the merchant a new data key, unless its newest was made after `since`, and seals all its secrets with
 * it. Answers how many.
 */
export async function replaceDataKey(
  { tenancy, keyEncryptionKeys }: { tenancy: Door; keyEncryptionKeys: KeyRing },
  merchantId: string,
  since: Date,
): Promise<number> {
  const hasKeys = await tenancy.withTenant(merchantId, async (tx) => {
    const [newest] = await lockDataKeys(tx);
    if (newest && newest.created_at < since)
      await insertDataKey(
        tx,
        wrapDataKey(merchantId, newest.version + 1, keyEncryptionKeys, randomBytes(KEY_BYTES)),
      );
    return newest !== undefined;
  });
  if (!hasKeys) return 0;
  // Transactions that begin to seal from here on take the new key; those that began before are waited for.
  await waitForSealing(tenancy, merchantId);
  return await tenancy.withTenant(merchantId, (tx) => sealAnew(tx, keyEncryptionKeys));
}

async function waitForSealing(tenancy: Door, merchantId: string): Promise<void> {
  const deadline = performance.now() + SEALING_ENDS_WITHIN_MS;
  while (!(await tenancy.withTenant(merchantId, isNobodySealing))) {
    if (performance.now() > deadline) throw new Error('somebody has been sealing a secret for too long');
    await wait(SEALING_LOOK_MS);
  }
}

async function sealAnew(tx: TenantTransaction, keyEncryptionKeys: KeyRing): Promise<number> {
  const secrets = await lockSecrets(tx);
  const dataKeys = (await lockDataKeys(tx)).map((row) =>
    sealingKey(unwrapDataKey(tx.merchantId, keyEncryptionKeys, row)),
  );
  const [newest] = dataKeys;
  if (!newest) return 0;
  const older = secrets.filter(({ sealed }) => !isSealedBy(newest, sealed));
  for (const secret of older) {
    const context = contextOf(tx, secret.column.bindingOf(secret.key));
    const sealed = seal(newest, unseal(dataKeys, secret.sealed, context), context);
    await updateSecret(tx, { ...secret, sealed });
  }
  return older.length;
}
