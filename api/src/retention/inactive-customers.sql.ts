import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface NoticedRow {
  customer_id: string;
  has_email: boolean;
}

/**
 * Reads the merchant's next customers in the order of their registration, beginning again after the last, and
 * notes that those without movement are to be erased `noticeDays` from now, or later when their period ends
 * later. No index finds them: it would cost each purchase. One that is locked, as by an erasure, waits for
 * the next round. `rows` is less than `limit` after the last.
 */
export async function noticeNext(
  tx: TenantTransaction,
  { noticeDays, limit }: { noticeDays: number; limit: number },
): Promise<{ rows: number; noticed: NoticedRow[] }> {
  const [row] = await tx.query<{ rows: number; noticed: NoticedRow[] }>(
    {
      name: 'notice_next_inactive',
      text: `WITH period AS MATERIALIZED (
               SELECT make_interval(months => m.inactivity_months) AS length,
                 $2::timestamptz + make_interval(days => $3) - make_interval(months => m.inactivity_months) AS until,
                 coalesce(p.created_at, '-infinity') AS after_time,
                 coalesce(p.customer_id, '00000000-0000-0000-0000-000000000000') AS after_id
               FROM merchants m LEFT JOIN operations.inactivity_progress p ON p.merchant_id = m.id
               WHERE m.id = $1 AND m.is_active
             ), page AS MATERIALIZED (
               SELECT c.id, c.created_at, c.phone, c.email, c.last_purchase_at, d.length, d.until
               FROM period d CROSS JOIN LATERAL (
                 SELECT * FROM customers k WHERE k.merchant_id = $1 AND k.created_at <= d.until
                   AND (k.created_at, k.id) > (d.after_time, d.after_id)
                 ORDER BY k.created_at, k.id LIMIT $4
               ) c
             ), inactive AS (
               SELECT g.*, last.moved_at FROM page g
               CROSS JOIN LATERAL (SELECT last_movement_at($1, g.id) AS moved_at OFFSET 0) last
               WHERE g.phone IS NOT NULL AND (g.last_purchase_at IS NULL OR g.last_purchase_at <= g.until)
                 AND last.moved_at <= g.until
             ), living AS MATERIALIZED (
               SELECT c.id FROM customers c WHERE c.merchant_id = $1 AND c.id IN (SELECT id FROM inactive)
                 AND c.phone IS NOT NULL
               FOR NO KEY UPDATE SKIP LOCKED
             ), noticed AS (
               INSERT INTO inactivity_notices (merchant_id, customer_id, noticed_at, erases_at)
               SELECT $1, i.id, $2, greatest($2::timestamptz + make_interval(days => $3), i.moved_at + i.length)
               FROM inactive i JOIN living v ON v.id = i.id
               ON CONFLICT (merchant_id, customer_id) DO UPDATE
                 SET noticed_at = excluded.noticed_at, erases_at = excluded.erases_at, kept_at = NULL
                 WHERE inactivity_notices.erases_at IS NULL
               RETURNING customer_id
             ), place AS (
               INSERT INTO operations.inactivity_progress (merchant_id, created_at, customer_id)
               SELECT $1, coalesce(l.created_at, '-infinity'), coalesce(l.id, '00000000-0000-0000-0000-000000000000')
               FROM (SELECT count(*) AS rows FROM page) n
               LEFT JOIN LATERAL (
                 SELECT created_at, id FROM page WHERE n.rows = $4 ORDER BY created_at DESC, id DESC LIMIT 1
               ) l ON true
               ON CONFLICT (merchant_id) DO UPDATE
                 SET created_at = excluded.created_at, customer_id = excluded.customer_id
                 WHERE (inactivity_progress.created_at, inactivity_progress.customer_id)
                   <> (excluded.created_at, excluded.customer_id)
             )
             SELECT (SELECT count(*)::integer FROM page) AS rows,
               (SELECT coalesce(json_agg(json_build_object('customer_id', g.id, 'has_email', g.email IS NOT NULL)), '[]')
                FROM noticed n JOIN page g ON g.id = n.customer_id) AS noticed`,
    },
    [tx.merchantId, tx.now, noticeDays, limit],
  );
  if (!row) throw new Error('the page of customers was not answered');
  return row;
}

export interface DueNoticeRow {
  merchant_id: string;
  customer_id: string;
}

/** Notices of all merchants whose day of erasure has come, the longest due first. */
export async function listDueNotices(
  tenancy: Pick<Tenancy, 'lookup'>,
  now: Moment,
  limit: number,
): Promise<DueNoticeRow[]> {
  return await tenancy.lookup<DueNoticeRow>(
    {
      name: 'due_inactivity_notices',
      text: 'SELECT merchant_id, customer_id FROM lookup.due_inactivity_notices($1, $2)',
    },
    [now, limit],
  );
}

/** Deletes a notice that came to its day and does not stand any more. */
export async function deleteEndedNotice(tx: TenantTransaction, customerId: string): Promise<void> {
  await tx.query(
    {
      name: 'delete_ended_inactivity_notice',
      text: `DELETE FROM inactivity_notices
             WHERE merchant_id = $1 AND customer_id = $2 AND erases_at <= $3 AND inactivity_erases_at($1, $2) IS NULL`,
    },
    [tx.merchantId, customerId, tx.now],
  );
}
