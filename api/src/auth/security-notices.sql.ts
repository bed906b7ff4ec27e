import { SECURITY_NOTICE_TTL_SECONDS } from 'domain/lifetimes';
import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** `email_changed` goes to the former address, `email_set` to the new one. */
export type SecurityNoticeKind =
  | 'new_device'
  | 'password_changed'
  | 'email_changed'
  | 'email_set'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_reset'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'factor_tried'
  | 'passkey_added'
  | 'passkey_removed'
  | 'app_removed';

/**
 * Inserts a notice, unless the employee had `perDay` of its kind within a day. Returns whether it did. Of two
 * in one transaction the first is the earlier.
 */
export async function insertSecurityNotice(
  tx: TenantTransaction,
  notice: {
    id: string;
    employeeId: string;
    kind: SecurityNoticeKind;
    email: string;
    tokenHash: Buffer;
    ip: string;
    userAgent: string | null;
    ttlSeconds: number;
    perDay: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'insert_security_notice',
      text: `INSERT INTO security_notices
               (merchant_id, id, employee_id, kind, email, token_hash, ip, user_agent, created_at, expires_at)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp(), clock_timestamp() + make_interval(secs => $9)
             WHERE (SELECT count(*) FROM security_notices
                    WHERE merchant_id = $1 AND employee_id = $3 AND kind = $4
                      AND created_at > clock_timestamp() - interval '1 day') < $10
             RETURNING id`,
    },
    [
      tx.merchantId,
      notice.id,
      notice.employeeId,
      notice.kind,
      notice.email,
      notice.tokenHash,
      notice.ip,
      notice.userAgent,
      notice.ttlSeconds,
      notice.perDay,
    ],
  );
  return rows.length === 1;
}

/** The merchant and id of the notice with this hash, used and expired ones included. */
export async function findSecurityNoticeByHash(
  tenancy: Tenancy,
  tokenHash: Buffer,
): Promise<{ merchantId: string; id: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchantId: string; id: string }>(
    {
      name: 'security_notice_by_token',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.security_notice_by_token($1)',
    },
    [tokenHash],
  );
  return row;
}

export interface OpenSecurityNoticeRow {
  employeeId: string;
  kind: SecurityNoticeKind;
  /** The address that the notice went to. */
  email: string;
  tokenHash: Buffer;
  ip: string | null;
  userAgent: string | null;
  createdAt: Moment;
  employeeName: string;
  /** The employee's present address. */
  currentEmail: string;
  merchantName: string;
  timeZone: string;
}

/** The notice, if it may still be disowned: in time, of an active employee of an active merchant. */
export async function findOpenSecurityNotice(
  tx: TenantTransaction,
  id: string,
): Promise<OpenSecurityNoticeRow | undefined> {
  const [row] = await tx.query<OpenSecurityNoticeRow>(
    {
      name: 'find_open_security_notice',
      text: `SELECT n.employee_id AS "employeeId", n.kind, n.email, n.token_hash AS "tokenHash", n.ip,
               n.user_agent AS "userAgent", n.created_at AS "createdAt", e.name AS "employeeName",
               e.email AS "currentEmail", m.name AS "merchantName", m.time_zone AS "timeZone"
             FROM security_notices n
             JOIN employees e ON e.merchant_id = n.merchant_id AND e.id = n.employee_id AND e.is_active
             JOIN merchants m ON m.id = n.merchant_id AND m.is_active
             WHERE n.merchant_id = $1 AND n.id = $2 AND n.used_at IS NULL AND n.expires_at > clock_timestamp()`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * Marks the notice as used, so that one of several concurrent uses succeeds, and ends the employee's later
 * ones. An earlier one stays open: it may hold the address from before an intruder changed it.
 */
export async function takeSecurityNotice(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'take_security_notice',
      text: `WITH taken AS (
               UPDATE security_notices SET used_at = clock_timestamp()
               WHERE merchant_id = $1 AND id = $2 AND used_at IS NULL AND expires_at > clock_timestamp()
               RETURNING id, employee_id, created_at
             ), later AS (
               UPDATE security_notices n SET expires_at = clock_timestamp() FROM taken t
               WHERE n.merchant_id = $1 AND n.employee_id = t.employee_id AND n.created_at > t.created_at
                 AND n.used_at IS NULL AND n.expires_at > clock_timestamp()
             )
             SELECT id FROM taken`,
    },
    [tx.merchantId, id],
  );
  return rows.length === 1;
}

/**
 * Ends the employee's notices to other addresses since the first one to `email`. False if none went to
 * `email` while notices can be disowned: an address from before that may be a stranger's by now.
 */
export async function endNoticesSince(
  tx: TenantTransaction,
  employeeId: string,
  email: string,
): Promise<boolean> {
  const rows = await tx.query<{ created_at: Date }>(
    {
      name: 'end_notices_since',
      text: `WITH first AS MATERIALIZED (
               SELECT min(created_at) AS created_at FROM security_notices
               WHERE merchant_id = $1 AND employee_id = $2 AND email = $3
                 AND created_at > clock_timestamp() - make_interval(secs => $4)
             ), ended AS (
               UPDATE security_notices n SET expires_at = clock_timestamp() FROM first f
               WHERE n.merchant_id = $1 AND n.employee_id = $2 AND n.created_at > f.created_at AND n.email <> $3
                 AND n.used_at IS NULL AND n.expires_at > clock_timestamp()
             )
             SELECT created_at FROM first WHERE created_at IS NOT NULL`,
    },
    [tx.merchantId, employeeId, email, SECURITY_NOTICE_TTL_SECONDS],
  );
  return rows.length > 0;
}

/** True if the merchant lists another employee with the address. */
export async function isAnotherEmployees(
  tx: TenantTransaction,
  email: string,
  employeeId: string,
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'is_another_employees',
      text: 'SELECT FROM employees WHERE merchant_id = $1 AND email = $2 AND id <> $3',
    },
    [tx.merchantId, email, employeeId],
  );
  return rows.length > 0;
}
