import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openProviderKey } from '../integrations/provider-key.ts';
import { saveIntegration } from '../integrations/save-integration.ts';
import type { KeyRing } from '../lib/sealed.ts';
import { openForMerchant, sealForMerchant } from '../secrets/merchant-secrets.ts';
import { authenticatorBinding, requestKeyBinding, webhookSecretBinding } from '../secrets/secret-bindings.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { insertMerchant } from './money-app.ts';

/** A merchant with one secret of each sort, and the secrets in clear. */
export interface KeptSecrets {
  staff: StaffSession;
  requestId: string;
  /** All values that must be readable again, in clear. */
  secrets: string[];
}

const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };

export const freshKey = () => randomUUID().replaceAll('-', '');

export async function saveProviderKey(
  app: { tenancy: Tenancy; keyEncryptionKeys: KeyRing },
  staff: StaffSession,
  apiKey: string,
): Promise<void> {
  const account = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us21', ...SYNC } as const;
  await saveIntegration(app, staff, REQUEST, { ...account, apiKey });
}

export async function insertKeptSecrets(
  owner: pg.Pool,
  app: { tenancy: Tenancy; keyEncryptionKeys: KeyRing },
): Promise<KeptSecrets> {
  const staff = await insertMerchant(owner);
  const requestId = randomUUID();
  const secrets = [freshKey(), freshKey(), freshKey(), freshKey()] as const;
  await saveProviderKey(app, staff, secrets[0]);
  const [webhookSecret, requestKey, appSecret] = await app.tenancy.withTenant(staff.merchantId, (tx) =>
    Promise.all([
      sealForMerchant(tx, app.keyEncryptionKeys, webhookSecretBinding(1), Buffer.from(secrets[1])),
      sealForMerchant(tx, app.keyEncryptionKeys, requestKeyBinding(requestId), Buffer.from(secrets[2])),
      sealForMerchant(
        tx,
        app.keyEncryptionKeys,
        authenticatorBinding(staff.employeeId),
        Buffer.from(secrets[3]),
      ),
    ]),
  );
  await owner.query(
    `INSERT INTO webhook_secrets (merchant_id, version, secret_encrypted, secret_last4) VALUES ($1, 1, $2, 'last')`,
    [staff.merchantId, webhookSecret],
  );
  await owner.query(
    `INSERT INTO provider_requests (merchant_id, id, employee_id, provider, kind, input, api_key_encrypted)
     VALUES ($1, $2, $3, 'mailchimp', 'test', '{}', $4)`,
    [staff.merchantId, requestId, staff.employeeId, requestKey],
  );
  await owner.query(
    `INSERT INTO authenticators (merchant_id, employee_id, secret_encrypted, created_at, confirmed_at)
     VALUES ($1, $2, $3, now(), now())`,
    [staff.merchantId, staff.employeeId, appSecret],
  );
  return { staff, requestId, secrets: [...secrets] };
}

/** The rows as they are stored: data keys by their versions, then the four secrets. */
export async function readStored(
  owner: pg.Pool,
  merchantId: string,
): Promise<{ wrapped: Buffer[]; sealed: Buffer[] }> {
  const { rows } = await owner.query<{ kind: string; bytes: Buffer }>(
    `SELECT 'wrapped' AS kind, version AS place, wrapped_key AS bytes FROM merchant_data_keys WHERE merchant_id = $1
     UNION ALL SELECT 'sealed', 1, api_key_encrypted FROM integration_configs WHERE merchant_id = $1
     UNION ALL SELECT 'sealed', 2, secret_encrypted FROM webhook_secrets WHERE merchant_id = $1
     UNION ALL SELECT 'sealed', 3, api_key_encrypted FROM provider_requests WHERE merchant_id = $1
     UNION ALL SELECT 'sealed', 4, secret_encrypted FROM authenticators WHERE merchant_id = $1
     ORDER BY 1, 2`,
    [merchantId],
  );
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ bytes }) => bytes);
  return { wrapped: of('wrapped'), sealed: of('sealed') };
}

/** Opens the four as the product does. */
export async function openKeptSecrets(
  owner: pg.Pool,
  { tenancy, keyEncryptionKeys: keys }: { tenancy: Tenancy; keyEncryptionKeys: KeyRing },
  { staff, requestId }: KeptSecrets,
): Promise<string[]> {
  const [providerKey, webhookSecret, requestKey, appSecret] = (await readStored(owner, staff.merchantId))
    .sealed;
  if (!providerKey || !webhookSecret || !requestKey || !appSecret) throw new Error('a secret is gone');
  return await tenancy.withTenant(staff.merchantId, async (tx) => [
    await openProviderKey(tx, keys, 'mailchimp', providerKey),
    (await openForMerchant(tx, keys, webhookSecretBinding(1), webhookSecret)).toString(),
    (await openForMerchant(tx, keys, requestKeyBinding(requestId), requestKey)).toString(),
    (await openForMerchant(tx, keys, authenticatorBinding(staff.employeeId), appSecret)).toString(),
  ]);
}
