import { assertCustomer } from '../customers/find-customer.ts';
import { mayReverse } from '../ledger/reversal-rights.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  type LatestPurchaseRow,
  listLatestPurchases,
  listPurchaseReversals,
  listPurchasesByIds,
  type PurchaseReversalRow,
} from './purchases.sql.ts';

const LATEST = 20;

/** One reversal of a purchase; times are ISO 8601, amounts centavos. */
export interface ListedReversal {
  id: string;
  createdAt: string;
  employeeName: string;
  reason: string;
  amountCents: number;
  cashbackCents: number;
  takenCents: number;
  /** The part that could not be taken back, less what came back later when a redemption was undone. */
  shortfallCents: number;
}

export interface LatestPurchase {
  id: string;
  createdAt: string;
  customerId: string;
  phone: string;
  customerName: string | null;
  employeeName: string;
  /** Amount when the purchase was made; what is left is less `reversedAmountCents`. */
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
  reversedAmountCents: number;
  reversedCashbackCents: number;
  /**
   * waiting: the code can still be confirmed. unclaimed: it no longer can, or never could, as the rate is 0.
   * reversed: wholly.
   */
  status: 'waiting' | 'credited' | 'unclaimed' | 'reversed';
  reversals: ListedReversal[];
  /** True if the employee who asked may reverse what is left of the purchase. */
  canReverse: boolean;
}

/**
 * The latest purchases of the merchant, or of one customer, newest first, with what became of them. Throws
 * Refusal 'customer_not_found'.
 */
export async function listPurchases(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  input: { customerId?: string | undefined },
): Promise<{ sales: LatestPurchase[] }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    if (input.customerId !== undefined) await assertCustomer(tx, input.customerId);
    const rows = await listLatestPurchases(tx, input.customerId, LATEST);
    return { sales: await presentPurchases(tx, staff, rows) };
  });
}

/** These purchases, newest first, as the employee may see and reverse them. */
export async function listPurchasesOf(
  tx: TenantTransaction,
  staff: StaffSession,
  ids: string[],
): Promise<LatestPurchase[]> {
  return await presentPurchases(tx, staff, await listPurchasesByIds(tx, ids));
}

async function presentPurchases(
  tx: TenantTransaction,
  staff: StaffSession,
  rows: LatestPurchaseRow[],
): Promise<LatestPurchase[]> {
  const reversedIds = rows.filter((row) => row.reversed_amount_cents > 0).map((row) => row.id);
  const reversals = reversedIds.length > 0 ? await listPurchaseReversals(tx, reversedIds) : [];
  return rows.map((row) => present(row, reversals, staff, tx.now));
}

function present(
  row: LatestPurchaseRow,
  reversals: PurchaseReversalRow[],
  staff: StaffSession,
  now: Date,
): LatestPurchase {
  const isOpen = row.reversed_amount_cents < row.amount_cents;
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    customerId: row.customer_id,
    phone: row.phone,
    customerName: row.customer_name,
    employeeName: row.employee_name,
    amountCents: row.amount_cents,
    cashbackCents: row.cashback_cents,
    rateBasisPoints: row.rate_basis_points,
    reversedAmountCents: row.reversed_amount_cents,
    reversedCashbackCents: row.reversed_cashback_cents,
    status: purchaseStatusOf(row, now),
    reversals: reversals
      .filter((reversal) => reversal.transaction_id === row.id)
      .map((reversal) => ({
        id: reversal.id,
        createdAt: reversal.created_at.toISOString(),
        employeeName: reversal.employee_name,
        reason: reversal.reason,
        amountCents: reversal.amount_cents,
        cashbackCents: reversal.cashback_cents,
        takenCents: reversal.taken_cents,
        shortfallCents: reversal.shortfall_cents - reversal.recovered_cents,
      })),
    canReverse: isOpen && mayReverse(staff, { employeeId: row.employee_id, at: row.created_at }, now),
  };
}

/** State of a purchase at `now`. */
export function purchaseStatusOf(
  row: Pick<LatestPurchaseRow, 'status' | 'rate_basis_points' | 'qr_scanned' | 'token_expires_at'>,
  now: Date,
): LatestPurchase['status'] {
  if (row.status === 'reversed') return 'reversed';
  if (row.qr_scanned) return 'credited';
  return row.rate_basis_points === 0 || row.token_expires_at <= now ? 'unclaimed' : 'waiting';
}
