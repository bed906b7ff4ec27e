import type { TermsAcceptance } from '../legal/record-acceptance.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** The input of a sign-up form, with a hash in place of the password. */
export interface PendingSignup {
  merchantName: string;
  merchantPhone: string;
  merchantAddress: string;
  ownerName: string;
  passwordHash: string;
  acceptance?: TermsAcceptance | undefined;
}

/**
 * Inserts a link. It replaces the employee's earlier one; links of sign-ups stay beside each other, and the
 * first proof wins.
 */
export async function insertEmailLink(
  tx: TenantTransaction,
  link: {
    id: string;
    email: string;
    tokenHash: Buffer;
    employeeId: string | null;
    signup: PendingSignup | null;
    ttlSeconds: number;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_email_link',
      text: `INSERT INTO email_links (merchant_id, id, email, token_hash, employee_id, signup, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
             ON CONFLICT (merchant_id, employee_id) DO UPDATE SET id = EXCLUDED.id, email = EXCLUDED.email,
               token_hash = EXCLUDED.token_hash, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`,
    },
    [
      tx.merchantId,
      link.id,
      link.email,
      link.tokenHash,
      link.employeeId,
      link.signup && JSON.stringify(link.signup),
      link.ttlSeconds,
    ],
  );
}

/** The merchant and id of the link with this hash, expired links included. */
export async function findEmailLinkByHash(
  tenancy: Tenancy,
  tokenHash: Buffer,
): Promise<{ merchantId: string; id: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchantId: string; id: string }>(
    {
      name: 'email_link_by_token',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.email_link_by_token($1)',
    },
    [tokenHash],
  );
  return row;
}

export interface OpenEmailLinkRow {
  email: string;
  /** Null for a sign-up. */
  employeeId: string | null;
  signup: PendingSignup | null;
  merchantName: string;
  /** Hash of the requester's password, which must be entered to use the link. */
  passwordHash: string;
}

/** The link, if it has not expired: of a sign-up, or of an active employee of an active merchant. */
export async function findOpenEmailLink(
  tx: TenantTransaction,
  id: string,
): Promise<OpenEmailLinkRow | undefined> {
  const [row] = await tx.query<OpenEmailLinkRow>(
    {
      name: 'find_open_email_link',
      text: `SELECT l.email, l.employee_id AS "employeeId", l.signup,
               coalesce(m.name, l.signup ->> 'merchantName') AS "merchantName",
               coalesce(e.password_hash, l.signup ->> 'passwordHash') AS "passwordHash"
             FROM email_links l
             LEFT JOIN employees e ON e.merchant_id = l.merchant_id AND e.id = l.employee_id AND e.is_active
             LEFT JOIN merchants m ON m.id = l.merchant_id AND m.is_active
             WHERE l.merchant_id = $1 AND l.id = $2 AND l.expires_at > clock_timestamp()
               AND (l.signup IS NOT NULL OR (e.password_hash IS NOT NULL AND m.id IS NOT NULL))`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** The fields that the link's e-mail needs, if the link has not expired. */
export async function findEmailLinkToSend(
  tx: TenantTransaction,
  id: string,
): Promise<{ tokenHash: Buffer; email: string; isSignup: boolean } | undefined> {
  const [row] = await tx.query<{ tokenHash: Buffer; email: string; isSignup: boolean }>(
    {
      name: 'find_email_link_to_send',
      text: `SELECT token_hash AS "tokenHash", email, employee_id IS NULL AS "isSignup" FROM email_links
             WHERE merchant_id = $1 AND id = $2 AND expires_at > clock_timestamp()`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** Deletes the link and returns whether it was there, so that one of several concurrent uses succeeds. */
export async function takeEmailLink(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'take_email_link',
      text: `DELETE FROM email_links WHERE merchant_id = $1 AND id = $2 AND expires_at > clock_timestamp()
             RETURNING id`,
    },
    [tx.merchantId, id],
  );
  return rows.length === 1;
}

/** The address that the employee has not confirmed yet. */
export async function findPendingEmail(
  tx: TenantTransaction,
  employeeId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ email: string }>(
    {
      name: 'find_pending_email',
      text: `SELECT email FROM email_links
             WHERE merchant_id = $1 AND employee_id = $2 AND expires_at > clock_timestamp()`,
    },
    [tx.merchantId, employeeId],
  );
  return row?.email;
}

/** Deletes the employee's pending link and returns whether there was one. */
export async function deletePendingEmail(tx: TenantTransaction, employeeId: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'delete_pending_email',
      text: 'DELETE FROM email_links WHERE merchant_id = $1 AND employee_id = $2 RETURNING id',
    },
    [tx.merchantId, employeeId],
  );
  return rows.length > 0;
}
