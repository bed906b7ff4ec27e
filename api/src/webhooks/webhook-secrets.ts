import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../lib/sealed.ts';
import { openForMerchant, sealForMerchant } from '../secrets/merchant-secrets.ts';
import { webhookSecretBinding } from '../secrets/secret-bindings.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertSecret, listSigningSecrets } from './webhooks.sql.ts';

/** A multiple of three: base64 then has no padding, and the last four characters identify a secret. */
const SECRET_BYTES = 33;

/** The format that receivers' libraries expect. */
const textOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;

/** Makes and stores a secret of that version. Returned in clear this once. */
export async function makeSecret(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
  version: number,
): Promise<{ secret: string; last4: string }> {
  const bytes = randomBytes(SECRET_BYTES);
  const secret = textOf(bytes);
  const last4 = secret.slice(-4);
  const sealed = await sealForMerchant(tx, keyEncryptionKeys, webhookSecretBinding(version), bytes);
  await insertSecret(tx, { version, sealed, last4 });
  return { secret, last4 };
}

/** The keys that sign now, the newest first. They are used for signatures only. */
export async function openSigningSecrets(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
): Promise<Buffer[]> {
  const opened: Buffer[] = [];
  for (const row of await listSigningSecrets(tx))
    opened.push(await openForMerchant(tx, keyEncryptionKeys, webhookSecretBinding(row.version), row.sealed));
  return opened;
}
