import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { deleteFactorReset } from './factor-resets.sql.ts';

/** What logins ask for after the password. Times are the database's clock. */

export interface FactorsRow {
  /** Since when logins ask for a code of the app; null: they do not. */
  appSince: Moment | null;
  passkeys: number;
  recoveryCodesLeft: number;
}

export async function findFactors(tx: TenantTransaction, employeeId: string): Promise<FactorsRow> {
  const [row] = await tx.query<FactorsRow>(
    {
      name: 'find_factors',
      text: `SELECT
               (SELECT confirmed_at FROM authenticators WHERE merchant_id = $1 AND employee_id = $2) AS "appSince",
               (SELECT count(*)::integer FROM passkeys WHERE merchant_id = $1 AND employee_id = $2) AS passkeys,
               (SELECT count(*)::integer FROM recovery_codes
                WHERE merchant_id = $1 AND employee_id = $2 AND used_at IS NULL) AS "recoveryCodesLeft"`,
    },
    [tx.merchantId, employeeId],
  );
  if (!row) throw new Error('a statement without FROM returned no row');
  return row;
}

export interface AuthenticatorRow {
  secret: Buffer;
  isConfirmed: boolean;
}

export async function findAuthenticator(
  tx: TenantTransaction,
  employeeId: string,
): Promise<AuthenticatorRow | undefined> {
  const [row] = await tx.query<AuthenticatorRow>(
    {
      name: 'find_authenticator',
      text: `SELECT secret_encrypted AS secret, confirmed_at IS NOT NULL AS "isConfirmed"
             FROM authenticators WHERE merchant_id = $1 AND employee_id = $2`,
    },
    [tx.merchantId, employeeId],
  );
  return row;
}

/** Stores a secret that waits for its first code, in place of one that waits too. False: one is in use. */
export async function upsertAuthenticator(
  tx: TenantTransaction,
  employeeId: string,
  secret: Buffer,
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'upsert_authenticator',
      text: `INSERT INTO authenticators (merchant_id, employee_id, secret_encrypted, created_at)
             VALUES ($1, $2, $3, clock_timestamp())
             ON CONFLICT (merchant_id, employee_id) DO UPDATE
               SET secret_encrypted = excluded.secret_encrypted, created_at = excluded.created_at
               WHERE authenticators.confirmed_at IS NULL
             RETURNING employee_id`,
    },
    [tx.merchantId, employeeId, secret],
  );
  return rows.length === 1;
}

export async function confirmAuthenticatorRow(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.query(
    {
      name: 'confirm_authenticator',
      text: `UPDATE authenticators SET confirmed_at = clock_timestamp()
             WHERE merchant_id = $1 AND employee_id = $2 AND confirmed_at IS NULL`,
    },
    [tx.merchantId, employeeId],
  );
}

/** Marks the period's code as used. False: it or a later one was used before. */
export async function takePeriod(
  tx: TenantTransaction,
  employeeId: string,
  period: number,
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'take_authenticator_period',
      text: `UPDATE authenticators SET last_step = $3
             WHERE merchant_id = $1 AND employee_id = $2 AND last_step < $3 RETURNING employee_id`,
    },
    [tx.merchantId, employeeId, period],
  );
  return rows.length === 1;
}

/** Marks the recovery code as used. False: there is none, or it was used before. */
export async function takeRecoveryCode(
  tx: TenantTransaction,
  employeeId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'take_recovery_code',
      text: `UPDATE recovery_codes SET used_at = clock_timestamp()
             WHERE merchant_id = $1 AND employee_id = $2 AND code_hash = $3 AND used_at IS NULL
             RETURNING employee_id`,
    },
    [tx.merchantId, employeeId, codeHash],
  );
  return rows.length === 1;
}

export async function replaceRecoveryCodeRows(
  tx: TenantTransaction,
  employeeId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query(
    {
      name: 'delete_recovery_codes',
      text: 'DELETE FROM recovery_codes WHERE merchant_id = $1 AND employee_id = $2',
    },
    [tx.merchantId, employeeId],
  );
  await tx.query(
    {
      name: 'insert_recovery_codes',
      text: `INSERT INTO recovery_codes (merchant_id, employee_id, code_hash, created_at)
             SELECT $1, $2, hash, clock_timestamp() FROM unnest($3::bytea[]) AS hash`,
    },
    [tx.merchantId, employeeId, hashes],
  );
}

/** Logins ask for a second step. */
export const hasFactor = ({ appSince, passkeys }: FactorsRow): boolean => appSince !== null || passkeys > 0;

/** Removes the app, if it was set up since `since`. Returns whether logins asked for its codes. */
export async function deleteAuthenticator(
  tx: TenantTransaction,
  employeeId: string,
  since: Moment | null = null,
): Promise<boolean> {
  const rows = await tx.query<{ wasConfirmed: boolean }>(
    {
      name: 'delete_authenticator',
      text: `DELETE FROM authenticators
             WHERE merchant_id = $1 AND employee_id = $2
               AND ($3::timestamptz IS NULL OR coalesce(confirmed_at, created_at) >= $3)
             RETURNING confirmed_at IS NOT NULL AS "wasConfirmed"`,
    },
    [tx.merchantId, employeeId, since],
  );
  return rows.some(({ wasConfirmed }) => wasConfirmed);
}

/** Removes the recovery codes made since `since`, or all of them if no app and no passkey is left. */
export async function deleteIdleRecoveryCodes(
  tx: TenantTransaction,
  employeeId: string,
  since: Moment | null = null,
): Promise<void> {
  await tx.query(
    {
      name: 'delete_idle_recovery_codes',
      text: `DELETE FROM recovery_codes r
             WHERE merchant_id = $1 AND employee_id = $2
               AND (created_at >= $3::timestamptz OR NOT (
                 EXISTS (
                   SELECT FROM authenticators a
                   WHERE a.merchant_id = $1 AND a.employee_id = $2 AND a.confirmed_at IS NOT NULL
                 ) OR EXISTS (SELECT FROM passkeys p WHERE p.merchant_id = $1 AND p.employee_id = $2)
               ))`,
    },
    [tx.merchantId, employeeId, since],
  );
}

/**
 * Removes what was set up since `since`, and the passkeys used since a minute before it: a notice of a login
 * follows the login that it tells of. By default removes all there is. Returns whether logins asked for
 * something that they no longer ask for.
 */
export async function deleteFactors(
  tx: TenantTransaction,
  employeeId: string,
  since: Moment | null = null,
): Promise<boolean> {
  const hadApp = await deleteAuthenticator(tx, employeeId, since);
  const passkeys = await tx.query(
    {
      name: 'delete_passkeys',
      text: `DELETE FROM passkeys
             WHERE merchant_id = $1 AND employee_id = $2
               AND ($3::timestamptz IS NULL OR created_at >= $3
                 OR last_used_at >= $3 - interval '1 minute')
             RETURNING id`,
    },
    [tx.merchantId, employeeId, since],
  );
  if (since === null) await deleteFactorReset(tx, employeeId);
  await deleteIdleRecoveryCodes(tx, employeeId, since);
  return hadApp || passkeys.length > 0;
}

/**
 * The employee's role must have a second step, and the days of grace are over, which `lookup.staff_sessions`
 * counts alike.
 */
export async function isFactorDue(tx: TenantTransaction, employeeId: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'is_factor_due',
      text: `SELECT FROM employees e
             JOIN merchants m ON m.id = e.merchant_id
             JOIN factor_demands f ON f.merchant_id = e.merchant_id AND f.role = e.role
             WHERE e.merchant_id = $1 AND e.id = $2 AND money_now() >=
               CASE f.grace_days WHEN 0 THEN greatest(f.demanded_at, e.created_at) ELSE
                 ((greatest(f.demanded_at, e.created_at) AT TIME ZONE m.time_zone)::date + f.grace_days + 1)::timestamp
                   AT TIME ZONE m.time_zone END`,
    },
    [tx.merchantId, employeeId],
  );
  return rows.length > 0;
}
