import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** What was typed to sign a merchant up; in place of the password its hash. */
export interface PendingSignup {
  merchantName: string;
  merchantPhone: string;
  merchantAddress: string;
  ownerName: string;
  passwordHash: string;
}

/**
 * Replaces the employee's earlier link, if there is one. A sign-up's stays beside others: the first proof
 * wins.
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
    [tx.merchantId, link.id, link.email, link.tokenHash, link.employeeId, link.signup, link.ttlSeconds],
  );
}

/** Where the link with this hash belongs, whatever has become of it. */
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
  /** Null: a sign-up. */
  employeeId: string | null;
  signup: PendingSignup | null;
  merchantName: string;
  /** Of the password that proves that the link is opened by who asked for it. */
  passwordHash: string;
}

/** The link in time: of a sign-up, or of an active employee of an active merchant. */
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

/** What its e-mail needs, while it is in time. */
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

/** Takes the link, so that of several at once one has it. */
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

/** Whether the employee had one. */
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

export async function listExpiredEmailLinks(
  tenancy: Tenancy,
  limit: number,
): Promise<{ merchantId: string; id: string }[]> {
  return await tenancy.lookup(
    {
      name: 'expired_email_links',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.expired_email_links($1)',
    },
    [limit],
  );
}

export async function deleteExpiredEmailLink(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    {
      name: 'delete_expired_email_link',
      text: 'DELETE FROM email_links WHERE merchant_id = $1 AND id = $2 AND expires_at <= now()',
    },
    [tx.merchantId, id],
  );
}
