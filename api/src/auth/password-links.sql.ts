import type { Role } from 'domain/roles';
import type { ShownPasswordLink } from 'domain/session';
import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

export type PasswordLinkKind = 'invitation' | 'reset';

/** Ends the employee's links of these kinds that are neither used nor expired. */
export async function expirePasswordLinks(
  tx: TenantTransaction,
  employeeId: string,
  kinds: readonly PasswordLinkKind[],
  now: Moment,
): Promise<void> {
  await tx.query(
    {
      name: 'expire_password_links',
      text: `UPDATE password_links SET expires_at = $4
             WHERE merchant_id = $1 AND employee_id = $2 AND kind = ANY ($3) AND used_at IS NULL AND expires_at > $4`,
    },
    [tx.merchantId, employeeId, kinds, now],
  );
}

/** A reset link that will still be valid at `moment`. */
export async function findResetLinkGoodUntil(
  tx: TenantTransaction,
  employeeId: string,
  moment: Moment,
): Promise<{ id: string } | undefined> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'find_reset_link_good_until',
      text: `SELECT id FROM password_links WHERE merchant_id = $1 AND employee_id = $2 AND kind = 'reset'
               AND used_at IS NULL AND expires_at > $3 ORDER BY expires_at DESC LIMIT 1`,
    },
    [tx.merchantId, employeeId, moment],
  );
  return row;
}

/** The merchant and id of the link with this hash, used and expired links included. */
export async function findPasswordLinkByHash(
  tenancy: Tenancy,
  tokenHash: Buffer,
): Promise<{ merchantId: string; id: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchantId: string; id: string }>(
    {
      name: 'password_link_by_token',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.password_link_by_token($1)',
    },
    [tokenHash],
  );
  return row;
}

export interface OpenPasswordLinkRow {
  employeeId: string;
  kind: PasswordLinkKind;
  tokenHash: Buffer;
  employeeName: string;
  email: string;
  merchantName: string;
}

const OPEN_PASSWORD_LINK = `SELECT l.employee_id AS "employeeId", l.kind, l.token_hash AS "tokenHash",
    e.name AS "employeeName", e.email, m.name AS "merchantName"
  FROM password_links l
  JOIN employees e ON e.merchant_id = l.merchant_id AND e.id = l.employee_id AND e.is_active
  JOIN merchants m ON m.id = l.merchant_id AND m.is_active
  WHERE l.merchant_id = $1 AND l.id = $2 AND l.used_at IS NULL AND l.expires_at > $3`;

/** The link, if it may still be used: by an active employee of an active merchant, once, in time. */
export async function findOpenPasswordLink(
  tx: TenantTransaction,
  id: string,
  now: Moment,
): Promise<OpenPasswordLinkRow | undefined> {
  const [row] = await tx.query<OpenPasswordLinkRow>(
    { name: 'find_open_password_link', text: OPEN_PASSWORD_LINK },
    [tx.merchantId, id, now],
  );
  return row;
}

/**
 * Marks the link as used, so that one of several concurrent uses succeeds. Undefined if
 * `findOpenPasswordLink` would find none.
 */
export async function takePasswordLink(
  tx: TenantTransaction,
  id: string,
  now: Moment,
): Promise<{ employeeId: string; kind: PasswordLinkKind } | undefined> {
  const [row] = await tx.query<{ employeeId: string; kind: PasswordLinkKind }>(
    {
      name: 'take_password_link',
      text: `UPDATE password_links l SET used_at = $3
             FROM employees e, merchants m
             WHERE l.merchant_id = $1 AND l.id = $2 AND l.used_at IS NULL AND l.expires_at > greatest($3, money_now())
               AND e.merchant_id = l.merchant_id AND e.id = l.employee_id AND e.is_active
               AND m.id = l.merchant_id AND m.is_active
             RETURNING l.employee_id AS "employeeId", l.kind`,
    },
    [tx.merchantId, id, now],
  );
  return row;
}

/**
 * Links to a new password for the employee that others saw in the last 30 days, the newest first. From the
 * audit log, which says whether a link was shown and which no one can change.
 */
export async function listShownPasswordLinks(
  tx: TenantTransaction,
  employeeId: string,
): Promise<ShownPasswordLink[]> {
  const rows = await tx.query<{ madeAt: Moment; name: string | null; role: Role | null }>(
    {
      name: 'list_shown_password_links',
      text: `SELECT a.created_at AS "madeAt", e.name, e.role
             FROM audit_log a LEFT JOIN employees e ON e.merchant_id = a.merchant_id AND e.id = a.employee_id
             WHERE a.merchant_id = $1 AND a.entity_id = $2::uuid::text
               AND a.action IN ('employee.send_password_link', 'employee.support_password_link')
               AND a.details->>'delivery' = 'link' AND a.created_at > now() - interval '30 days'
             ORDER BY a.created_at DESC LIMIT 5`,
    },
    [tx.merchantId, employeeId],
  );
  return rows.map(({ madeAt, name, role }) => ({
    madeAt: madeAt.toISOString(),
    ...(name !== null && role !== null && { madeBy: { name, role } }),
  }));
}

/**
 * Locks the employee's reset links until the transaction ends. An advisory lock, because a job may not change
 * employees.
 */
export async function lockResetLinks(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.query(
    { name: 'lock_reset_links', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))' },
    [`reset-links:${tx.merchantId}:${employeeId}`],
  );
}
