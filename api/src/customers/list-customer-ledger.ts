import { Refusal } from '../errors.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { type LedgerEntryRow, listLedgerEntries } from './customer-ledger.sql.ts';
import { findCustomerRecord } from './customer-record.sql.ts';

/** A page is longer where it would end within a movement. */
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
  /** The same for all rows of one movement, which stand together: a redemption moves several lots. */
  movementId: string;
  kind: LedgerKind;
  /**
   * Set if the row restores a credit that a wrong clock had expired. Its kind is 'adjustment', for screens
   * that do not know this field.
   */
  undoesExpiry: boolean;
  /** Set if an erasure gave the credit up. Its kind is 'adjustment', for the same reason. */
  isForfeit: boolean;
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
    /** The version of the program rules that gave the dates; null: of before there were versions. */
    rulesVersion: number | null;
    /** The version that gave the rate, when the purchase was recorded; null also for a manual credit. */
    rateRulesVersion: number | null;
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
    const { page, isLast } = await readPage(tx, input);
    return { entries: page.map(present), nextBefore: isLast ? null : (page.at(-1)?.id ?? null) };
  });
}

/** Reads on until the last movement of the page is whole. */
async function readPage(
  tx: TenantTransaction,
  input: { customerId: string; before?: number | undefined },
): Promise<{ page: LedgerEntryRow[]; isLast: boolean }> {
  const page: LedgerEntryRow[] = [];
  for (;;) {
    const before = page.at(-1)?.id ?? input.before;
    const rows = await listLedgerEntries(tx, input.customerId, before, PAGE_LENGTH + 1);
    for (const row of rows) {
      const last = page.at(-1);
      if (page.length >= PAGE_LENGTH && last && movementOf(row) !== movementOf(last))
        return { page, isLast: false };
      page.push(row);
    }
    if (rows.length <= PAGE_LENGTH) return { page, isLast: true };
  }
}

/** Each expired lot is a source of its own; all that expire together are one movement. */
function movementOf({ kind, source_id, created_at }: LedgerEntryRow): string {
  return `${kind} ${kind === 'expiry' ? created_at.toISOString() : source_id}`;
}

function present(row: LedgerEntryRow): CustomerLedgerEntry {
  return {
    id: row.id,
    movementId: movementOf(row),
    // The table's constraint allows these kinds and the two that are shown as adjustments.
    kind: ['expiry_reversal', 'forfeit'].includes(row.kind) ? 'adjustment' : (row.kind as LedgerKind),
    undoesExpiry: row.kind === 'expiry_reversal',
    isForfeit: row.kind === 'forfeit',
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
      rulesVersion: row.lot_rules_version,
      rateRulesVersion: row.purchase_rules_version,
    },
    otherPhone: row.other_phone,
  };
}
