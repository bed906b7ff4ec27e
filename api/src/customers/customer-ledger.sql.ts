import type { TenantTransaction } from '../tenant.ts';

export interface LedgerEntryRow {
  id: number;
  kind: string;
  source_id: string;
  amount_cents: number;
  balance_after_cents: number;
  created_at: Date;
  reason: string | null;
  employee_name: string | null;
  lot_id: string;
  lot_created_at: Date;
  lot_amount_cents: number;
  lot_available_at: Date;
  lot_expires_at: Date | null;
  lot_rate_basis_points: number | null;
  purchase_amount_cents: number | null;
  lot_rules_version: number | null;
  purchase_rules_version: number | null;
  other_phone: string | null;
}

/**
 * One customer's entries before the entry `before`, newest first. The employee is the one who posted the
 * entry, or for a confirmed credit or debit the one who recorded the purchase or redemption; an expiry has
 * none.
 */
export async function listLedgerEntries(
  tx: TenantTransaction,
  customerId: string,
  before: number | undefined,
  limit: number,
): Promise<LedgerEntryRow[]> {
  return await tx.query<LedgerEntryRow>(
    {
      name: 'list_ledger_entries',
      text: `SELECT e.id, e.kind, e.source_id, e.amount_cents, e.balance_after_cents, e.created_at, e.reason, p.name AS employee_name,
               e.lot_id, l.created_at AS lot_created_at, l.amount_cents AS lot_amount_cents,
               l.available_at AS lot_available_at, l.expires_at AS lot_expires_at,
               l.rate_basis_points AS lot_rate_basis_points, s.amount_cents AS purchase_amount_cents,
               l.rules_version AS lot_rules_version, s.rules_version AS purchase_rules_version,
               coalesce(g.source_phone, i.phone) AS other_phone
             FROM ledger_entries e
             JOIN cashback_lots l ON l.merchant_id = e.merchant_id AND l.id = e.lot_id
             LEFT JOIN transactions s ON s.merchant_id = l.merchant_id AND s.id = l.transaction_id
             LEFT JOIN redemptions r ON e.kind = 'redemption' AND r.merchant_id = e.merchant_id AND r.id = e.source_id
             LEFT JOIN customer_merges g
               ON e.kind = 'merge_in' AND g.merchant_id = e.merchant_id AND g.id = e.source_id
             LEFT JOIN customer_merges o
               ON e.kind = 'merge_out' AND o.merchant_id = e.merchant_id AND o.id = e.source_id
             LEFT JOIN customers i ON i.merchant_id = o.merchant_id AND i.id = o.target_customer_id
             LEFT JOIN employees p ON p.merchant_id = e.merchant_id
               AND p.id = coalesce(e.employee_id, r.employee_id, CASE WHEN e.kind = 'accrual' THEN s.employee_id END)
             WHERE e.merchant_id = $1 AND e.customer_id = $2 AND e.id < $3
             ORDER BY e.id DESC LIMIT $4`,
    },
    [tx.merchantId, customerId, before ?? Number.MAX_SAFE_INTEGER, limit],
  );
}
