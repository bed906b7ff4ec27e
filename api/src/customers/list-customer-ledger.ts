import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { type LedgerEntryRow, listLedgerEntries } from './customer-ledger.sql.ts';
import { findCustomerRecord } from './customer-record.sql.ts';

const PAGE_LENGTH = 50;

type LedgerKind =
  | 'accrual'
  | 'redemption'
  | 'expiry'
  | 'accrual_reversal'
  | 'redemption_reversal'
  | 'adjustment'
  | 'merge_out'
  | 'merge_in';

/** One row of the ledger; amounts in centavos, times ISO 8601. */
export interface CustomerLedgerEntry {
  id: number;
  kind: LedgerKind;
  /**
   * Set if the row restores a credit that a wrong clock had expired. Its kind is 'adjustment', for screens
   * that do not know this field.
   */
  undoesExpiry: boolean;
  createdAt: string;
  /** The signed change of the lot. */
  amountCents: number;
  /** The customer's balance after this row, maturing credit included. */
  balanceAfterCents: number;
  reason: string | null;
  /** Null for an expired credit, which no employee posted. */
  employeeName: string | null;
  lot: {
    id: string;
    createdAt: string;
    amountCents: number;
    availableAt: string;
    /** The first moment it no longer counts; null: it never expires. */
    expiresAt: string | null;
    /** Null for a manual credit. */
    rateBasisPoints: number | null;
    saleAmountCents: number | null;
  };
  /** The phone of the other record in a merge. */
  otherPhone: string | null;
}

/** A page of one customer's ledger, newest first. Throws Refusal 'customer_not_found'. */
export async function listCustomerLedger(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  input: { customerId: string; before?: number | undefined },
): Promise<{ entries: CustomerLedgerEntry[]; nextBefore: number | null }> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    if (!(await findCustomerRecord(tx, input.customerId, tx.now))) throw new Refusal('customer_not_found');
    const rows = await listLedgerEntries(tx, input.customerId, input.before, PAGE_LENGTH + 1);
    const page = rows.slice(0, PAGE_LENGTH);
    return {
      entries: page.map(present),
      nextBefore: rows.length > PAGE_LENGTH ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

function present(row: LedgerEntryRow): CustomerLedgerEntry {
  return {
    id: row.id,
    // The table's constraint allows these kinds and 'expiry_reversal'.
    kind: row.kind === 'expiry_reversal' ? 'adjustment' : (row.kind as LedgerKind),
    undoesExpiry: row.kind === 'expiry_reversal',
    createdAt: row.created_at.toISOString(),
    amountCents: row.amount_cents,
    balanceAfterCents: row.balance_after_cents,
    reason: row.reason,
    employeeName: row.employee_name,
    lot: {
      id: row.lot_id,
      createdAt: row.lot_created_at.toISOString(),
      amountCents: row.lot_amount_cents,
      availableAt: row.lot_available_at.toISOString(),
      expiresAt: row.lot_expires_at?.toISOString() ?? null,
      rateBasisPoints: row.lot_rate_basis_points,
      saleAmountCents: row.purchase_amount_cents,
    },
    otherPhone: row.other_phone,
  };
}
