import pg from 'pg';
import type { TokenSecrets } from '../lib/derived-keys.ts';
import { type KeyRing, keyRing } from '../lib/sealed.ts';
import { createQrTokens } from '../lib/tokens.ts';
import { type DataKeyUse, readDataKeyUse, replaceDataKey, rewrapDataKeys } from '../secrets/rotate-keys.ts';
import { addTokenUse, type TokenUse } from '../secrets/token-use.ts';
import { createTenancy, type Tenancy } from '../tenant.ts';
import { overMerchants } from './verify-database.ts';

/** Connection options of the owner: the lock timeout outlasts a secret that is just being saved. */
const OWNER_OPTIONS = '-c lock_timeout=10000 -c statement_timeout=60000 -c timezone=UTC';

export interface KeyUse extends DataKeyUse {
  merchants: number;
  /** Merchants among them that need a key other than the current one. */
  waiting: number;
}

/** Counts which key-encryption keys the data keys of all merchants need. Changes nothing. */
export function readKeyUse(databaseUrl: string, keys: [Buffer, ...Buffer[]]): Promise<KeyUse> {
  const keyEncryptionKeys = keyRing(keys);
  return overMerchants(databaseUrl, undefined, async (tenancy, ids) => {
    const total: KeyUse = { merchants: 0, waiting: 0, current: 0, previous: 0, unknown: 0 };
    for await (const id of ids) {
      const use = await readDataKeyUse({ tenancy, keyEncryptionKeys }, id);
      total.merchants += 1;
      if (use.previous + use.unknown > 0) total.waiting += 1;
      for (const key of ['current', 'previous', 'unknown'] as const) total[key] += use[key];
    }
    return total;
  });
}

/** Counts which secrets the open QR codes and password links of all merchants need. Changes nothing. */
export function readTokenUse(databaseUrl: string, secrets: TokenSecrets): Promise<TokenUse> {
  const tokens = createQrTokens(secrets);
  return overMerchants(databaseUrl, undefined, async (tenancy, ids) => {
    const total: TokenUse = { current: 0, previous: 0, unknown: 0, previousUntil: undefined };
    for await (const id of ids) await addTokenUse({ tenancy, tokens }, id, total);
    return total;
  });
}

export interface Rotation {
  merchants: number;
  rewrapped: number;
  /** Secrets resealed under new data keys. */
  resealed: number;
  failed: number;
}

interface RotationOptions {
  newSince?: Date | undefined;
  /** Called before the first change. */
  onStart?: () => void;
  onFailure: (merchantId: string, error: unknown) => void;
}

/**
 * Wraps all merchants' data keys by the first of `keys`. With `newSince`, each merchant also gets a new data
 * key, unless it has one made after that moment, and its secrets are sealed with it. A merchant for which
 * that fails is reported to `onFailure` and skipped.
 */
export async function rotateKeys(
  ownerUrl: string,
  keys: [Buffer, ...Buffer[]],
  { newSince, onStart, onFailure }: RotationOptions,
): Promise<Rotation> {
  const unknown = (await readKeyUse(ownerUrl, keys)).unknown;
  if (unknown > 0)
    throw new Error(
      `${unknown} data keys are wrapped by a key that is neither KEY_ENCRYPTION_KEY nor KEY_ENCRYPTION_KEY_PREVIOUS. Nothing was changed.`,
    );
  onStart?.();
  const keyEncryptionKeys = keyRing(keys);
  const total: Rotation = { merchants: 0, rewrapped: 0, resealed: 0, failed: 0 };
  await asOwner(ownerUrl, (tenancy) =>
    overMerchants(ownerUrl, undefined, async (_, ids) => {
      for await (const id of ids) {
        total.merchants += 1;
        try {
          const done = await rotateMerchant({ tenancy, keyEncryptionKeys }, id, newSince);
          total.rewrapped += done.rewrapped;
          total.resealed += done.resealed;
        } catch (error) {
          total.failed += 1;
          onFailure(id, error);
        }
      }
    }),
  );
  return total;
}

async function rotateMerchant(
  app: { tenancy: Tenancy; keyEncryptionKeys: KeyRing },
  merchantId: string,
  newSince: Date | undefined,
): Promise<{ rewrapped: number; resealed: number }> {
  const rewrapped = await rewrapDataKeys(app, merchantId);
  const resealed = newSince ? await replaceDataKey(app, merchantId, newSince) : 0;
  return { rewrapped, resealed };
}

/**
 * The owner is bound by row-level security as well, unless it is a superuser: it works as one merchant at a
 * time.
 */
async function asOwner(ownerUrl: string, work: (tenancy: Tenancy) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, options: OWNER_OPTIONS });
  // The statement that ran on a lost connection fails by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  try {
    await work(createTenancy(pool));
  } finally {
    await pool.end();
  }
}

/** The moment by the clock that stamps the keys. */
export async function databaseTime(databaseUrl: string): Promise<Date> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ now: Date }>('SELECT now()');
    if (!rows[0]) throw new Error('the database does not say what time it is');
    return rows[0].now;
  } finally {
    await client.end();
  }
}
