import type { TenantTransaction } from '../tenant.ts';

export interface LedgerDifferenceRow {
  check: string;
  customer_id: string | null;
  subject_id: string | null;
  expected: string;
  found: string;
}

/** Large merchants take longer than a request may. */
export async function allowLongStatement(tx: TenantTransaction): Promise<void> {
  await tx.query(
    { name: 'allow_long_statement', text: "SELECT set_config('statement_timeout', '0', true)" },
    [],
  );
}

/**
 * Recomputes from the ledger all that is kept of it elsewhere. One statement, so it sees one moment, and may run
 * while money moves. A difference is a row; a clean ledger has none.
 */
export async function listLedgerDifferences(tx: TenantTransaction): Promise<LedgerDifferenceRow[]> {
  return await tx.query<LedgerDifferenceRow>({ name: 'list_ledger_differences', text: DIFFERENCES }, [
    tx.merchantId,
  ]);
}

const SUMS = `
  entry AS MATERIALIZED (SELECT * FROM ledger_entries WHERE merchant_id = $1),
  lot AS MATERIALIZED (SELECT * FROM cashback_lots WHERE merchant_id = $1),
  customer AS MATERIALIZED (SELECT * FROM customers WHERE merchant_id = $1),
  sale AS MATERIALIZED (SELECT * FROM transactions WHERE merchant_id = $1),
  redemption AS MATERIALIZED (SELECT * FROM redemptions WHERE merchant_id = $1),
  by_lot AS (SELECT lot_id, sum(amount_cents) AS cents FROM entry GROUP BY lot_id),
  by_customer AS (
    SELECT customer_id, sum(amount_cents) AS cents,
      sum(amount_cents) FILTER (WHERE kind IN ('accrual', 'accrual_reversal')) AS accrued_cents
    FROM entry GROUP BY customer_id),
  by_source AS (
    SELECT kind, source_id, customer_id, count(*) AS entries, sum(amount_cents) AS cents
    FROM entry GROUP BY kind, source_id, customer_id),
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
    SELECT customer_id, sum(amount_cents) FILTER (WHERE status = 'completed') AS cents, max(created_at) AS last_at
    FROM sale GROUP BY customer_id)`;

const LOTS = `
  SELECT 'lot remaining = sum of its entries' AS check, l.customer_id, l.id AS subject_id,
    coalesce(b.cents, 0)::text AS expected, l.remaining_cents::text AS found
  FROM lot l LEFT JOIN by_lot b ON b.lot_id = l.id WHERE l.remaining_cents <> coalesce(b.cents, 0)
  UNION ALL
  SELECT 'entry belongs to the customer of its lot', e.customer_id, e.lot_id, l.customer_id::text, e.customer_id::text
  FROM entry e JOIN lot l ON l.id = e.lot_id WHERE l.customer_id <> e.customer_id
  UNION ALL
  SELECT 'lot spent only while it lives', e.customer_id, e.lot_id,
    concat(l.available_at, ' to ', l.expires_at), e.created_at::text
  FROM entry e JOIN lot l ON l.id = e.lot_id
  WHERE e.kind = 'redemption'
    AND (e.created_at < l.available_at OR e.created_at >= l.expires_at)
  UNION ALL
  SELECT 'lot expires only after its life', e.customer_id, e.lot_id, l.expires_at::text, e.created_at::text
  FROM entry e JOIN lot l ON l.id = e.lot_id
  WHERE e.kind = 'expiry' AND (l.expires_at IS NULL OR e.created_at < l.expires_at)`;

const CUSTOMERS = `
  SELECT 'balance = sum of entries', c.id, NULL, coalesce(b.cents, 0)::text, c.cashback_balance_cents::text
  FROM customer c LEFT JOIN by_customer b ON b.customer_id = c.id
  WHERE c.cashback_balance_cents <> coalesce(b.cents, 0)
  UNION ALL
  SELECT 'balance = what is left of the lots', c.id, NULL, o.cents::text, c.cashback_balance_cents::text
  FROM customer c JOIN open_by_customer o ON o.customer_id = c.id WHERE c.cashback_balance_cents <> o.cents
  UNION ALL
  SELECT 'available = what is left of the matured lots', c.id, NULL, o.available_cents::text, c.available_cents::text
  FROM customer c JOIN open_by_customer o ON o.customer_id = c.id WHERE c.available_cents <> o.available_cents
  UNION ALL
  SELECT 'no lot matures or expires before the balance is said to change', c.id, NULL, o.changes_at::text,
    coalesce(c.balance_changes_at::text, 'never')
  FROM customer c JOIN open_by_customer o ON o.customer_id = c.id
  WHERE o.changes_at < coalesce(c.balance_changes_at, 'infinity')
  UNION ALL
  SELECT 'the balance changes only after the moment it is of', c.id, NULL, c.balance_as_of::text,
    c.balance_changes_at::text
  FROM customer c WHERE c.balance_changes_at <= c.balance_as_of
  UNION ALL
  SELECT 'total cashback = credits net of reversals', c.id, NULL, coalesce(b.accrued_cents, 0)::text,
    c.total_cashback_cents::text
  FROM customer c LEFT JOIN by_customer b ON b.customer_id = c.id
  WHERE c.total_cashback_cents <> coalesce(b.accrued_cents, 0)
  UNION ALL
  SELECT 'total spent = sum of sales', c.id, NULL, coalesce(s.cents, 0)::text, c.total_spent_cents::text
  FROM customer c LEFT JOIN sold s ON s.customer_id = c.id WHERE c.total_spent_cents <> coalesce(s.cents, 0)
  UNION ALL
  SELECT 'last purchase = newest sale', c.id, NULL, s.last_at::text, c.last_purchase_at::text
  FROM customer c LEFT JOIN sold s ON s.customer_id = c.id WHERE c.last_purchase_at IS DISTINCT FROM s.last_at
  UNION ALL
  SELECT 'nothing is negative', c.id, NULL, '>= 0',
    least(c.available_cents, c.cashback_balance_cents - c.available_cents, c.total_cashback_cents,
      c.total_spent_cents)::text
  FROM customer c
  WHERE least(c.available_cents, c.cashback_balance_cents - c.available_cents, c.total_cashback_cents,
    c.total_spent_cents) < 0
  UNION ALL
  SELECT 'nothing is negative', l.customer_id, l.id, '>= 0', l.remaining_cents::text FROM lot l WHERE l.remaining_cents < 0
  UNION ALL
  SELECT 'nothing is negative', e.customer_id, e.lot_id, '>= 0', e.balance_after_cents::text
  FROM entry e WHERE e.balance_after_cents < 0
  UNION ALL
  SELECT 'balance after = sum of the entries so far', customer_id, lot_id, running::text, balance_after_cents::text
  FROM (SELECT *, sum(amount_cents) OVER (PARTITION BY customer_id ORDER BY id) AS running FROM entry) chain
  WHERE balance_after_cents <> running
  UNION ALL
  SELECT 'entries of a customer follow each other in time', customer_id, lot_id, previous_at::text, created_at::text
  FROM (SELECT *, lag(created_at) OVER (PARTITION BY customer_id ORDER BY id) AS previous_at FROM entry) chain
  WHERE created_at < previous_at`;

const SOURCES = `
  SELECT 'one credit of the right amount for each scanned sale', s.customer_id, s.id,
    CASE WHEN s.qr_scanned AND s.cashback_cents > 0 THEN concat('1 credit of ', s.cashback_cents) ELSE '0 credits of 0' END,
    concat(coalesce(b.entries, 0), ' credits of ', coalesce(b.cents, 0))
  FROM sale s LEFT JOIN by_source b ON b.kind = 'accrual' AND b.source_id = s.id AND b.customer_id = s.customer_id
  WHERE coalesce(b.entries, 0) <> (s.qr_scanned AND s.cashback_cents > 0)::int
    OR coalesce(b.cents, 0) <> CASE WHEN s.qr_scanned THEN s.cashback_cents ELSE 0 END
  UNION ALL
  SELECT 'a credit comes from a sale', b.customer_id, b.source_id, 'a sale of this customer', 'none'
  FROM by_source b WHERE b.kind IN ('accrual', 'accrual_reversal')
    AND NOT EXISTS (SELECT FROM sale s WHERE s.id = b.source_id AND s.customer_id = b.customer_id)
  UNION ALL
  SELECT 'a completed redemption took its amount', r.customer_id, r.id,
    (CASE r.status WHEN 'completed' THEN -r.amount_cents ELSE 0 END)::text, coalesce(b.cents, 0)::text
  FROM redemption r LEFT JOIN (
    SELECT source_id, customer_id, sum(cents) AS cents FROM by_source
    WHERE kind IN ('redemption', 'redemption_reversal') GROUP BY source_id, customer_id
  ) b ON b.source_id = r.id AND b.customer_id = r.customer_id
  WHERE coalesce(b.cents, 0) <> CASE r.status WHEN 'completed' THEN -r.amount_cents ELSE 0 END
  UNION ALL
  SELECT 'a debit comes from a redemption', b.customer_id, b.source_id, 'a redemption of this customer', 'none'
  FROM by_source b WHERE b.kind IN ('redemption', 'redemption_reversal')
    AND NOT EXISTS (SELECT FROM redemption r WHERE r.id = b.source_id AND r.customer_id = b.customer_id)`;

const DIFFERENCES = `WITH ${SUMS} ${LOTS} UNION ALL ${CUSTOMERS} UNION ALL ${SOURCES}`;
