/**
 * The tables that the rules read: the merchant's rows ($1), each table read once and with the columns that
 * are needed, and the sums that follow from the ledger. An entry's holder owns its value today: its customer,
 * or the record that one was merged into. `isOfSome`: only rows of the customers $2, which must include the
 * records merged with them.
 */
export function sums({ isOfSome }: { isOfSome: boolean }): string {
  const of = (column: string) => (isOfSome ? ` AND ${column} = ANY ($2::uuid[])` : '');
  // A lot spent to its end is in no index by customer; each has the entry that opened it.
  const ofLots = isOfSome ? ' AND id IN (SELECT lot_id FROM entry)' : '';
  return `
  customer AS MATERIALIZED (
    SELECT id, merged_into_id, erased_at, cashback_balance_cents, available_cents, balance_as_of, balance_changes_at,
      total_cashback_cents, total_spent_cents, last_purchase_at
    FROM customers WHERE merchant_id = $1${of('id')}),
  entry AS MATERIALIZED (
    SELECT e.id, e.customer_id, coalesce(c.merged_into_id, e.customer_id) AS holder_id, e.lot_id, e.kind, e.source_id,
      e.amount_cents, e.balance_after_cents, e.created_at
    FROM ledger_entries e JOIN customer c ON c.id = e.customer_id WHERE e.merchant_id = $1${of('e.customer_id')}),
  lot AS MATERIALIZED (
    SELECT id, customer_id, amount_cents, remaining_cents, available_at, expires_at, created_at
    FROM cashback_lots WHERE merchant_id = $1${ofLots}),
  purchase AS MATERIALIZED (
    SELECT id, customer_id, amount_cents, cashback_cents, rate_basis_points, reversed_amount_cents,
      reversed_cashback_cents, status, qr_scanned, qr_scanned_at, created_at
    FROM transactions WHERE merchant_id = $1${of('customer_id')}),
  redemption AS MATERIALIZED (
    SELECT id, customer_id, amount_cents, status, completed_at, created_at
    FROM redemptions WHERE merchant_id = $1${of('customer_id')}),
  undone AS MATERIALIZED (
    SELECT id, customer_id, redemption_id, amount_cents, expired_cents, recovered_cents
    FROM redemption_reversals WHERE merchant_id = $1${of('customer_id')}),
  reversal AS MATERIALIZED (
    SELECT id, customer_id, transaction_id, amount_cents, cashback_cents, was_credited, taken_cents, recovered_cents
    FROM purchase_reversals WHERE merchant_id = $1${of('customer_id')}),
  adjustment AS MATERIALIZED (
    SELECT id, customer_id, amount_cents FROM adjustments WHERE merchant_id = $1${of('customer_id')}),
  merging AS MATERIALIZED (
    SELECT id, source_customer_id, target_customer_id, moved_cents
    FROM customer_merges WHERE merchant_id = $1${of('target_customer_id')}),
  erasure AS MATERIALIZED (
    SELECT id, customer_id, forfeited_cents FROM erasures WHERE merchant_id = $1${of('customer_id')}),
  clock_correction AS MATERIALIZED (
    SELECT id, corrected_at, dated_until FROM operations.clock_corrections WHERE merchant_id = $1),
  ledger_correction AS MATERIALIZED (
    SELECT id, broken_rule, customer_id, subject_id, expected, found, stays
    FROM operations.ledger_corrections WHERE merchant_id = $1),
  by_lot AS (SELECT lot_id, sum(amount_cents) AS cents FROM entry GROUP BY lot_id),
  by_customer AS (SELECT customer_id, sum(amount_cents) AS cents FROM entry GROUP BY customer_id),
  by_holder AS (
    SELECT holder_id, sum(amount_cents) AS accrued_cents
    FROM entry WHERE kind IN ('accrual', 'accrual_reversal') GROUP BY holder_id),
  by_source AS (
    SELECT kind, source_id, holder_id AS customer_id, count(*) AS entries, sum(amount_cents) AS cents
    FROM entry GROUP BY kind, source_id, holder_id),
  reversed AS (
    SELECT transaction_id, sum(amount_cents) AS amount_cents, sum(cashback_cents) AS cashback_cents,
      coalesce(sum(cashback_cents) FILTER (WHERE NOT was_credited), 0) AS uncredited_cents
    FROM reversal GROUP BY transaction_id),
  open_by_customer AS (
    SELECT c.id AS customer_id, coalesce(sum(l.remaining_cents), 0) AS cents,
      coalesce(sum(l.remaining_cents) FILTER (
        WHERE l.available_at <= coalesce(c.balance_as_of, 'infinity')
          AND l.available_at < coalesce(c.balance_changes_at, 'infinity')), 0) AS available_cents,
      min(least(CASE WHEN l.available_at > c.balance_as_of THEN l.available_at END, l.expires_at))
        FILTER (WHERE l.remaining_cents > 0) AS changes_at
    FROM customer c LEFT JOIN lot l ON l.customer_id = c.id
    GROUP BY c.id, c.balance_as_of, c.balance_changes_at),
  sold AS (
    SELECT customer_id, sum(amount_cents - reversed_amount_cents) AS cents,
      max(created_at) FILTER (WHERE reversed_amount_cents < amount_cents) AS last_at
    FROM purchase GROUP BY customer_id)`;
}
