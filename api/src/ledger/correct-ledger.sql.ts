import type { TenantTransaction } from '../tenant.ts';
import { type LedgerDifferenceRow, LONG } from './verify-ledger.sql.ts';

/** Stores differences with who put them right and why; `stays`: the verification knows them from now on. */
export async function insertCorrections(
  tx: TenantTransaction,
  differences: LedgerDifferenceRow[],
  given: { stays: boolean; reason: string; by: string },
): Promise<void> {
  await tx.query(
    {
      ...LONG,
      name: 'insert_ledger_corrections',
      text: `INSERT INTO operations.ledger_corrections (merchant_id, broken_rule, customer_id, subject_id, expected,
               found, stays, reason, corrected_by)
             SELECT $1, d.check, d.customer_id, d.subject_id, d.expected, d.found, $3, $4, $5
             FROM jsonb_to_recordset($2) AS d ("check" text, customer_id uuid, subject_id uuid, expected text, found text)`,
    },
    [tx.merchantId, JSON.stringify(differences), given.stays, given.reason, given.by],
  );
}

/**
 * Sets what remains of these lots to the sum of their entries; the customers must be locked. Of which more
 * was taken than was in it, an entry gives back what is missing, at the merchant's cost. A lot whose entries
 * are more than it ever held is left as it is. Ids that are no lot's are ignored.
 */
export async function correctLots(tx: TenantTransaction, lotIds: string[], reason: string): Promise<void> {
  await tx.query(
    {
      ...LONG,
      name: 'correct_lots',
      text: `WITH lot AS (
               SELECT l.id, l.customer_id, coalesce(sum(e.amount_cents), 0)::bigint AS cents
               FROM cashback_lots l LEFT JOIN ledger_entries e ON e.merchant_id = $1 AND e.lot_id = l.id
               WHERE l.merchant_id = $1 AND l.id = ANY ($2::uuid[])
               GROUP BY l.id, l.customer_id, l.amount_cents
               HAVING coalesce(sum(e.amount_cents), 0) <= l.amount_cents
             ), filled AS (
               UPDATE cashback_lots l SET remaining_cents = greatest(lot.cents, 0)
               FROM lot WHERE l.merchant_id = $1 AND l.id = lot.id
             )
             INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
               balance_after_cents, reason, created_at)
             SELECT $1, lot.customer_id, lot.id, 'expiry_reversal', k.id, -lot.cents,
               greatest(0, had.cents - sum(lot.cents) OVER (PARTITION BY lot.customer_id ORDER BY lot.id)), $3,
               greatest(c.balance_as_of, money_now())
             FROM lot
             JOIN customers c ON c.merchant_id = $1 AND c.id = lot.customer_id
             CROSS JOIN LATERAL (SELECT sum(e.amount_cents) AS cents FROM ledger_entries e
               WHERE e.merchant_id = $1 AND e.customer_id = lot.customer_id) had
             CROSS JOIN LATERAL (SELECT id FROM operations.ledger_corrections
               WHERE merchant_id = $1 AND subject_id = lot.id ORDER BY corrected_at DESC LIMIT 1) k
             WHERE lot.cents < 0 ORDER BY lot.customer_id, lot.id`,
    },
    [tx.merchantId, lotIds, reason],
  );
}

/**
 * Sets the totals of locked customers to what their entries and purchases say, and has the next settling
 * derive their balances.
 */
export async function correctTotals(tx: TenantTransaction, customerIds: string[]): Promise<void> {
  await tx.query(
    {
      ...LONG,
      name: 'correct_totals',
      text: `UPDATE customers c SET balance_changes_at = coalesce(c.balance_as_of, money_now()),
               total_cashback_cents = greatest(credited.cents, 0), total_spent_cents = greatest(sold.cents, 0),
               last_purchase_at = sold.last_at
             FROM unnest($2::uuid[]) AS given (id)
             CROSS JOIN LATERAL (
               SELECT coalesce(sum(e.amount_cents), 0)::bigint AS cents
               FROM customers o JOIN ledger_entries e ON e.merchant_id = $1 AND e.customer_id = o.id
               WHERE o.merchant_id = $1 AND e.kind IN ('accrual', 'accrual_reversal')
                 AND (o.merged_into_id = given.id OR (o.id = given.id AND o.merged_into_id IS NULL))
             ) credited
             CROSS JOIN LATERAL (
               SELECT coalesce(sum(t.amount_cents - t.reversed_amount_cents), 0)::bigint AS cents,
                 max(t.created_at) FILTER (WHERE t.reversed_amount_cents < t.amount_cents) AS last_at
               FROM transactions t WHERE t.merchant_id = $1 AND t.customer_id = given.id
             ) sold
             WHERE c.merchant_id = $1 AND c.id = given.id`,
    },
    [tx.merchantId, customerIds],
  );
}
