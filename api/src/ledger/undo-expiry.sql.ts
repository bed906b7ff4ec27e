import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { LONG } from './verify-ledger.sql.ts';

/**
 * Selects everything of the merchant dated later than $2, except what an earlier correction has recorded
 * already.
 */
const DATED = `
  SELECT d.what, d.id, d.customer_id, d.at FROM (
    SELECT 'purchase' AS what, id, customer_id, greatest(created_at, qr_scanned_at) AS at FROM transactions WHERE merchant_id = $1
    UNION ALL SELECT 'redemption', id, customer_id, greatest(created_at, completed_at) FROM redemptions WHERE merchant_id = $1
    UNION ALL SELECT 'credit', id, customer_id, created_at FROM cashback_lots WHERE merchant_id = $1
    UNION ALL SELECT 'entry', lot_id, customer_id, created_at FROM ledger_entries WHERE merchant_id = $1
    UNION ALL SELECT 'balance', id, id, balance_as_of FROM customers WHERE merchant_id = $1
  ) d
  WHERE d.at > $2 AND NOT EXISTS (
    SELECT FROM operations.clock_corrections k
    WHERE k.merchant_id = $1 AND d.at > k.corrected_at AND d.at <= k.dated_until)`;

/** The newest moment that lies ahead of now; undefined when there is none. */
export async function findNewestDateAhead(tx: TenantTransaction): Promise<Moment | undefined> {
  const [row] = await tx.query<{ newest: Moment | null }>(
    { ...LONG, name: 'find_newest_date_ahead', text: `SELECT max(at) AS newest FROM (${DATED}) ahead` },
    [tx.merchantId, tx.now],
  );
  return row?.newest ?? undefined;
}

export interface DatedAheadRow {
  what: 'purchase' | 'redemption' | 'credit';
  id: string;
  customer_id: string;
  at: Moment;
}

/** Movements made while the clock was ahead. They keep their dates. */
export async function listDatedAhead(tx: TenantTransaction): Promise<DatedAheadRow[]> {
  return await tx.query<DatedAheadRow>(
    {
      ...LONG,
      name: 'list_dated_ahead',
      text: `SELECT * FROM (${DATED}) ahead WHERE what IN ('purchase', 'redemption', 'credit') ORDER BY at, id`,
    },
    [tx.merchantId, tx.now],
  );
}

/**
 * The part of a lot that a reversal of its purchase took after it had expired, or could not take because it
 * was spent: it is not put back. Undoing that spending under the wrong clock made it expire instead of
 * settling the shortfall.
 */
const FORGONE = `
  coalesce((SELECT sum(r.forgone_cents + r.shortfall_cents - r.recovered_cents) FROM purchase_reversals r
            WHERE r.merchant_id = $1 AND r.transaction_id = l.transaction_id AND r.was_credited), 0)`;

export interface WrongCustomerRow {
  customer_id: string;
  /** Expired though they live. Empty: only the customer's own time is ahead. */
  lot_ids: string[];
}

/**
 * Lists customers with wrongly expired lots or a balance dated ahead, in order of id. An expiry is wrong
 * where the clock has not reached the lot's end.
 */
export async function listWronglyExpired(tx: TenantTransaction): Promise<WrongCustomerRow[]> {
  return await tx.query<WrongCustomerRow>(
    {
      ...LONG,
      name: 'list_wrongly_expired',
      text: `WITH owed AS (
               SELECT l.customer_id, l.id
               FROM (SELECT lot_id, -sum(amount_cents) AS cents FROM ledger_entries
                     WHERE merchant_id = $1 AND kind IN ('expiry', 'expiry_reversal') GROUP BY lot_id) e
               JOIN cashback_lots l ON l.merchant_id = $1 AND l.id = e.lot_id
               WHERE l.expires_at > $2 AND e.cents > ${FORGONE})
             SELECT c.id AS customer_id, coalesce(array_agg(o.id) FILTER (WHERE o.id IS NOT NULL), '{}') AS lot_ids
             FROM customers c LEFT JOIN owed o ON o.customer_id = c.id
             WHERE c.merchant_id = $1 AND (o.id IS NOT NULL OR c.balance_as_of > $2)
             GROUP BY c.id ORDER BY c.id`,
    },
    [tx.merchantId, tx.now],
  );
}

/**
 * Stores the source of the rows put back. Rows dated after now and up to `datedUntil` are known from here on.
 */
export async function insertCorrection(
  tx: TenantTransaction,
  correction: { datedUntil: Moment; by: string },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'insert_clock_correction',
      text: `INSERT INTO operations.clock_corrections (merchant_id, corrected_at, dated_until, corrected_by)
             VALUES ($1, $2, $3, $4) RETURNING id`,
    },
    [tx.merchantId, tx.now, correction.datedUntil, correction.by],
  );
  if (!row) throw new Error('the correction was not stored');
  return row.id;
}

/** Locks in order of id, as everywhere, so that no deadlock arises. */
export async function lockCustomers(tx: TenantTransaction, customerIds: string[]): Promise<void> {
  await tx.query(
    {
      ...LONG,
      name: 'lock_customers_to_correct',
      text: 'SELECT FROM customers WHERE merchant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    },
    [tx.merchantId, customerIds],
  );
}

/**
 * Puts back into these lots what still counts as expired of them, judged again under the customers' locks: by
 * the sources an expiry can have, so that the key on (source, kind, lot) finds each. Dated by the moment
 * after the locks, which no purchase under way is later than.
 * @returns centavos
 */
export async function putBackExpired(
  tx: TenantTransaction,
  given: { correctionId: string; customerIds: string[]; lotIds: string[] },
): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    {
      name: 'put_back_expired',
      text: `WITH moment AS MATERIALIZED (SELECT money_now() AS at), owed AS (
               SELECT l.id, l.customer_id, (coalesce(e.cents, 0) - ${FORGONE})::bigint AS cents
               FROM moment, cashback_lots l, LATERAL (
                 SELECT -sum(e.amount_cents) AS cents FROM ledger_entries e
                 WHERE e.merchant_id = $1 AND e.lot_id = l.id AND e.kind IN ('expiry', 'expiry_reversal')
                   AND e.source_id IN (
                     SELECT l.id
                     UNION ALL SELECT k.id FROM operations.clock_corrections k WHERE k.merchant_id = $1
                     UNION ALL SELECT k.id FROM operations.ledger_corrections k
                       WHERE k.merchant_id = $1 AND k.subject_id = l.id
                     UNION ALL SELECT u.id FROM redemption_reversals u
                       WHERE u.merchant_id = $1 AND u.customer_id = l.customer_id)) e
               WHERE l.merchant_id = $1 AND l.id = ANY ($4::uuid[]) AND l.customer_id = ANY ($3::uuid[])
                 AND l.expires_at > moment.at
             ), filled AS (
               UPDATE cashback_lots l SET remaining_cents = l.remaining_cents + o.cents
               FROM owed o WHERE l.merchant_id = $1 AND l.id = o.id AND o.cents > 0
               RETURNING l.id, l.customer_id, o.cents
             ), posted AS (
               INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
                 balance_after_cents, created_at)
               SELECT $1, f.customer_id, f.id, 'expiry_reversal', $2, f.cents,
                 (SELECT coalesce(sum(l.remaining_cents), 0) FROM cashback_lots l
                  WHERE l.merchant_id = $1
                    AND (CASE WHEN l.remaining_cents > 0 THEN l.customer_id END) = f.customer_id)
                   + sum(f.cents) OVER (PARTITION BY f.customer_id ORDER BY f.id), moment.at
               FROM moment, filled f ORDER BY f.customer_id, f.id
             ), returned AS (
               UPDATE customers c SET balance_as_of = moment.at, balance_changes_at = moment.at
               FROM moment WHERE c.merchant_id = $1 AND c.id = ANY ($3::uuid[])
             )
             SELECT coalesce(sum(cents), 0)::bigint AS cents FROM filled`,
    },
    [tx.merchantId, given.correctionId, given.customerIds, given.lotIds],
  );
  return row?.cents ?? 0;
}

/** Derives the caches from the lots, and posts what has honestly expired meanwhile. */
export async function settleCorrected(tx: TenantTransaction, customerIds: string[]): Promise<void> {
  await tx.query(
    {
      ...LONG,
      name: 'settle_corrected_customers',
      text: 'SELECT (settle_customer($1, given.id)).id FROM unnest($2::uuid[]) AS given (id)',
    },
    [tx.merchantId, customerIds],
  );
}

export async function countCorrected(
  tx: TenantTransaction,
  correctionId: string,
  more: { customers: number; cents: number },
): Promise<void> {
  await tx.query(
    {
      name: 'count_corrected',
      text: `UPDATE operations.clock_corrections SET customers = customers + $2, cents = cents + $3 WHERE id = $1`,
    },
    [correctionId, more.customers, more.cents],
  );
}
