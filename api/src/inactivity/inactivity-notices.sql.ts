import type { TenantTransaction } from '../tenant.ts';

export interface NoticeRow {
  erases_at: Date;
  time_zone: string;
  signup_link_slug: string;
}

/** When the customer is to be erased for want of movement; undefined where no notice stands. */
export async function findNotice(tx: TenantTransaction, customerId: string): Promise<NoticeRow | undefined> {
  const [row] = await tx.query<NoticeRow>(
    {
      name: 'find_inactivity_notice',
      text: `SELECT n.erases_at, m.time_zone, m.signup_link_slug FROM merchants m
             CROSS JOIN LATERAL (SELECT inactivity_erases_at($1, $2) AS erases_at OFFSET 0) n
             WHERE m.id = $1 AND n.erases_at IS NOT NULL`,
    },
    [tx.merchantId, customerId],
  );
  return row;
}

/**
 * Ends a notice as of now, also one that a longer period of the merchant suspends. False where none is open.
 */
export async function endNotice(tx: TenantTransaction, customerId: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'end_inactivity_notice',
      // Under the customer's lock, as an erasure: the one that comes first counts.
      text: `WITH living AS MATERIALIZED (
               SELECT id FROM customers WHERE merchant_id = $1 AND id = $2 AND phone IS NOT NULL FOR NO KEY UPDATE
             )
             UPDATE inactivity_notices n SET kept_at = greatest($3, noticed_at), erases_at = NULL FROM living
             WHERE n.merchant_id = $1 AND n.customer_id = living.id AND n.erases_at IS NOT NULL
             RETURNING n.customer_id`,
    },
    [tx.merchantId, customerId, tx.now],
  );
  return rows.length > 0;
}

export interface NoticeToSendRow {
  email: string;
  name: string | null;
  erases_at: Date;
  merchant_name: string;
  program_name: string;
  signup_link_slug: string;
  time_zone: string;
  /** 0 where the e-mail is not proved: anybody may have given it. */
  balance_cents: number;
}

/** Moves the day of erasure of a notice that stands, so that `noticeDays` are left from now. */
export async function extendNotice(
  tx: TenantTransaction,
  customerId: string,
  noticeDays: number,
): Promise<void> {
  await tx.query(
    {
      name: 'extend_inactivity_notice',
      text: `UPDATE inactivity_notices SET erases_at = greatest(erases_at, $3::timestamptz + make_interval(days => $4))
             WHERE merchant_id = $1 AND customer_id = $2 AND inactivity_erases_at($1, $2) IS NOT NULL`,
    },
    [tx.merchantId, customerId, tx.now, noticeDays],
  );
}

/** A notice that still stands, of a customer with an e-mail. */
export async function findNoticeToSend(
  tx: TenantTransaction,
  customerId: string,
): Promise<NoticeToSendRow | undefined> {
  const [row] = await tx.query<NoticeToSendRow>(
    {
      name: 'find_inactivity_notice_to_send',
      text: `SELECT c.email, c.name, n.erases_at, m.name AS merchant_name, m.program_name, m.signup_link_slug, m.time_zone,
               CASE WHEN c.email_is_proof THEN coalesce(s.balance_cents, c.cashback_balance_cents) ELSE 0 END AS balance_cents
             FROM customers c
             JOIN merchants m ON m.id = c.merchant_id
             CROSS JOIN LATERAL (SELECT inactivity_erases_at(c.merchant_id, c.id) AS erases_at OFFSET 0) n
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             WHERE c.merchant_id = $1 AND c.id = $2 AND c.email IS NOT NULL AND n.erases_at IS NOT NULL`,
    },
    [tx.merchantId, customerId, tx.now],
  );
  return row;
}
