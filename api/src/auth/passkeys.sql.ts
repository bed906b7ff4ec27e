import type { Tenancy, TenantTransaction } from '../tenant.ts';
import type { KnownCredential, NewCredential } from './web-authn.ts';

/** Passkeys of employees. */

export interface PasskeyRow extends KnownCredential {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The employee's passkeys, the oldest first. */
export async function listPasskeys(tx: TenantTransaction, employeeId: string): Promise<PasskeyRow[]> {
  return await tx.query<PasskeyRow>(
    {
      name: 'list_passkeys',
      text: `SELECT id, name, credential_id AS "credentialId", transports, created_at AS "createdAt",
               last_used_at AS "lastUsedAt"
             FROM passkeys WHERE merchant_id = $1 AND employee_id = $2 ORDER BY created_at, id`,
    },
    [tx.merchantId, employeeId],
  );
}

/** False: the employee has this passkey already. */
export async function insertPasskey(
  tx: TenantTransaction,
  passkey: NewCredential & { id: string; employeeId: string; name: string },
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'insert_passkey',
      // Later than a notice of the same transaction, by the same clock.
      text: `INSERT INTO passkeys
               (merchant_id, id, employee_id, credential_id, public_key, counter, transports, name, backed_up,
                created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())
             ON CONFLICT (employee_id, credential_id, merchant_id) DO NOTHING RETURNING id`,
    },
    [
      tx.merchantId,
      passkey.id,
      passkey.employeeId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.isBackedUp,
    ],
  );
  return rows.length === 1;
}

/** False: the employee has no such passkey. */
export async function deletePasskey(tx: TenantTransaction, employeeId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'delete_passkey',
      text: 'DELETE FROM passkeys WHERE merchant_id = $1 AND employee_id = $2 AND id = $3 RETURNING id',
    },
    [tx.merchantId, employeeId, id],
  );
  return rows.length === 1;
}

/** The merchant and id of the passkey, also where it opens nothing. */
export async function findPasskeyByCredential(
  tenancy: Pick<Tenancy, 'lookup'>,
  employeeId: string,
  credentialId: Buffer,
): Promise<{ merchantId: string; id: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchantId: string; id: string }>(
    {
      name: 'passkey_by_credential',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.passkey_by_credential($1, $2)',
    },
    [employeeId, credentialId],
  );
  return row;
}

export interface LoginPasskeyRow {
  employeeId: string;
  email: string;
  deviceGeneration: number;
  publicKey: Buffer;
  counter: number;
}

/** The passkey, locked, if its employee may sign in: as for `lookup.login_by_email`. */
export async function lockLoginPasskey(
  tx: TenantTransaction,
  id: string,
): Promise<LoginPasskeyRow | undefined> {
  const [row] = await tx.query<LoginPasskeyRow>(
    {
      name: 'lock_login_passkey',
      text: `SELECT p.employee_id AS "employeeId", e.email, e.device_generation AS "deviceGeneration",
               p.public_key AS "publicKey", p.counter::float8 AS counter
             FROM passkeys p
             JOIN employees e ON e.merchant_id = p.merchant_id AND e.id = p.employee_id AND e.is_active
               AND e.password_hash IS NOT NULL
             JOIN merchants m ON m.id = p.merchant_id AND m.is_active
             WHERE p.merchant_id = $1 AND p.id = $2 FOR NO KEY UPDATE OF p`,
    },
    [tx.merchantId, id],
  );
  return row;
}

export async function updateUsedPasskey(
  tx: TenantTransaction,
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<void> {
  await tx.query(
    {
      name: 'update_used_passkey',
      text: `UPDATE passkeys SET counter = $3, backed_up = $4, last_used_at = money_now()
             WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id, counter, isBackedUp],
  );
}
