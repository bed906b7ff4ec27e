import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface SettledCustomerRow {
  id: string;
  phone: string | null;
  name: string | null;
  email: string | null;
  merged_into_id: string | null;
  cashback_balance_cents: number;
  total_cashback_cents: number;
  total_spent_cents: number;
  balance_as_of: Moment;
  created_at: Moment;
}

/** Locks the customer until the end of the transaction and brings the row up to the database's now. */
export async function settleCustomer(
  tx: TenantTransaction,
  customerId: string,
): Promise<SettledCustomerRow | undefined> {
  const [row] = await tx.query<SettledCustomerRow>(
    {
      name: 'settle_customer',
      text: `SELECT id, phone, name, email, merged_into_id, cashback_balance_cents, total_cashback_cents,
               total_spent_cents, balance_as_of, created_at
             FROM settle_customer($1, $2) WHERE id IS NOT NULL`,
    },
    [tx.merchantId, customerId],
  );
  return row;
}

export interface OpenLotRow {
  id: string;
  remaining_cents: number;
}

/**
 * Lots with something left, maturing ones too: nearest expiry first, then oldest, then id; never-expiring
 * last.
 */
export async function listOpenLots(tx: TenantTransaction, customerId: string): Promise<OpenLotRow[]> {
  return await tx.query<OpenLotRow>(
    {
      name: 'list_open_lots',
      text: `SELECT id, remaining_cents FROM cashback_lots
             WHERE merchant_id = $1 AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = $2
             ORDER BY expires_at NULLS LAST, created_at, id`,
    },
    [tx.merchantId, customerId],
  );
}

/** Adds to the rest of a lot. The table refuses less than zero and more than the lot's amount. */
export async function addToLot(tx: TenantTransaction, lotId: string, cents: number): Promise<void> {
  const changed = await tx.query(
    {
      name: 'add_to_lot',
      text: `UPDATE cashback_lots SET remaining_cents = remaining_cents + $3
             WHERE merchant_id = $1 AND id = $2 RETURNING id`,
    },
    [tx.merchantId, lotId, cents],
  );
  if (changed.length === 0) throw new Error(`lot ${lotId} cannot be read`);
}

/** A new, full lot that can be spent from `at` and expires by the merchant's rules of this moment. */
export async function insertSpendableLot(
  tx: TenantTransaction,
  lot: { id: string; customerId: string; amountCents: number; at: Moment },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_spendable_lot',
      text: `INSERT INTO cashback_lots (merchant_id, id, customer_id, amount_cents, remaining_cents, maturing_days,
               expiration_days, available_at, expires_at, created_at, rules_version)
             SELECT id, $2, $3, $4, $4, 0, CASE WHEN cashback_expires THEN cashback_expiration_days END, $5,
               CASE WHEN cashback_expires THEN lot_expires_at($5, cashback_expiration_days, time_zone) END, $5,
               rules_version
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId, lot.id, lot.customerId, lot.amountCents, lot.at],
  );
}

export interface NewEntry {
  customerId: string;
  lotId: string;
  kind: string;
  sourceId: string;
  amountCents: number;
  balanceAfterCents: number;
  employeeId: string | null;
  reason: string | null;
  createdAt: Moment;
}

export async function insertEntry(tx: TenantTransaction, entry: NewEntry): Promise<void> {
  await tx.query(
    {
      name: 'insert_ledger_entry',
      text: `INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
               balance_after_cents, employee_id, reason, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    },
    [
      tx.merchantId,
      entry.customerId,
      entry.lotId,
      entry.kind,
      entry.sourceId,
      entry.amountCents,
      entry.balanceAfterCents,
      entry.employeeId,
      entry.reason,
      entry.createdAt,
    ],
  );
}

/**
 * Recomputes the caches of a locked customer: balances from the lots as of `asOf`, the totals by adding the
 * given changes, the last purchase from the rows of purchases.
 */
export async function updateCaches(
  tx: TenantTransaction,
  customer: { id: string; asOf: Moment; creditedCents: number; spentCents: number },
): Promise<void> {
  await tx.query(
    {
      name: 'update_customer_caches',
      text: `UPDATE customers c SET
               available_cents = s.available_cents, cashback_balance_cents = s.balance_cents,
               balance_as_of = $3, balance_changes_at = s.changes_at,
               total_cashback_cents = c.total_cashback_cents + $4,
               total_spent_cents = c.total_spent_cents + $5,
               last_purchase_at = (SELECT max(t.created_at) FROM transactions t
                 WHERE t.merchant_id = $1 AND t.customer_id = $2 AND t.status = 'completed')
             FROM open_lots_summary($1, $2, $3) s
             WHERE c.merchant_id = $1 AND c.id = $2`,
    },
    [tx.merchantId, customer.id, customer.asOf, customer.creditedCents, customer.spentCents],
  );
}
