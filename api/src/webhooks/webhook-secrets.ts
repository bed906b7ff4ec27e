import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../lib/sealed.ts';
import { openForMerchant, sealForMerchant } from '../secrets/merchant-secrets.ts';
import { webhookSecretPlace } from '../secrets/secret-places.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertSecret, listSigningSecrets } from './webhooks.sql.ts';

/** A multiple of three: base64 then needs no padding, and the last four characters tell secrets apart. */
const SECRET_BYTES = 33;

/** As receivers' libraries want it. */
const textOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;

/**
 * Makes and stores the merchant's secret of that version. It is in clear here once, for whoever asked for it.
 */
export async function makeSecret(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
  version: number,
): Promise<{ secret: string; last4: string }> {
  const bytes = randomBytes(SECRET_BYTES);
  const secret = textOf(bytes);
  const last4 = secret.slice(-4);
  const sealed = await sealForMerchant(tx, keyEncryptionKeys, webhookSecretPlace(version), bytes);
  await insertSecret(tx, { version, sealed, last4 });
  return { secret, last4 };
}

/** The keys that what is sent now is signed with, the newest first. They go nowhere but into signatures. */
export async function openSigningSecrets(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
): Promise<Buffer[]> {
  const opened: Buffer[] = [];
  for (const row of await listSigningSecrets(tx))
    opened.push(
      await openForMerchant(tx, keyEncryptionKeys, webhookSecretPlace(row.version), row.secret_encrypted),
    );
  return opened;
}
