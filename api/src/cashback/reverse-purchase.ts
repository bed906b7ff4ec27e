import { cashbackCents, formatCents } from 'domain/money';
import type { ActingEmployee } from '../acting-employee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { type Account, openAccountOf } from '../ledger/account.ts';
import { assertProvedCorrection } from '../ledger/assert-proved-correction.ts';
import { mayReverse } from '../ledger/reversal-rights.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { findPurchase, getExpiredShare, insertPurchaseReversal, type PurchaseRow } from './purchases.sql.ts';

export interface PurchaseReversal {
  reversalId: string;
  /** The purchase's amount that was reversed. */
  amountCents: number;
  /** The share of the cashback that went with it. */
  cashbackCents: number;
  /** The part of that share which left the customer's balance. */
  takenCents: number;
  /** The part of it that could not be taken because it had been spent. */
  shortfallCents: number;
  /** The customer's balance afterwards, maturing credit included. */
  balanceCents: number;
}

/**
 * Reverses a purchase, wholly or in part. The rest keeps the cashback of a purchase of that value, so several
 * partial reversals take back exactly as much as a whole one. Without an amount, everything that is left is
 * reversed. Throws as `assertProvedCorrection`, and Refusal 'operation_not_found', 'reversal_not_yours',
 * 'already_reversed', 'already_confirmed', 'reversal_above_remaining', 'operation_conflict' or
 * 'operation_in_flight'.
 */
export async function reversePurchase(
  { tenancy }: { tenancy: Tenancy },
  staff: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  input: {
    operationId: string;
    transactionId: string;
    amountCents?: number | undefined;
    reason: string;
    onlyUnconfirmed?: boolean | undefined;
  },
): Promise<PurchaseReversal> {
  return await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(tx, { requestId: input.operationId, procedure: 'cashback.reverse', request: input }, async () => {
      const opened = await openAccountOf(tx, () => findPurchase(tx, input.transactionId));
      if (!opened) throw new Refusal('operation_not_found');
      const { row: purchase, account } = opened;
      if (!mayReverse(staff, { employeeId: purchase.employee_id, at: purchase.created_at }, account.at))
        throw new Refusal('reversal_not_yours');
      if (input.onlyUnconfirmed && purchase.qr_scanned) throw new Refusal('already_confirmed');
      const amountCents = input.amountCents ?? purchase.amount_cents - purchase.reversed_amount_cents;
      const cashback = reversedCashback(purchase, amountCents);
      const reversalId = newId(account.at.getTime());
      const cause = { sourceId: reversalId, employeeId: staff.employeeId, reason: input.reason };
      const taking = await takeBack(tx, account, purchase, cashback, cause);
      assertProvedCorrection(staff, taking.takenCents);
      await insertPurchaseReversal(tx, {
        ...taking,
        id: reversalId,
        customerId: purchase.customer_id,
        transactionId: purchase.id,
        employeeId: staff.employeeId,
        amountCents,
        cashbackCents: cashback,
        wasCredited: purchase.qr_scanned,
        reason: input.reason,
        createdAt: account.at,
      });
      await account.close({ creditedCents: -taking.takenCents, spentCents: -amountCents });
      const { takenCents, shortfallCents } = taking;
      const amounts = { amountCents, cashbackCents: cashback, takenCents, shortfallCents };
      await recordAudit(tx, {
        action: 'cashback.reverse',
        entity: 'transaction',
        entityId: purchase.id,
        actor: staff,
        request,
        details: { reversalId, ...amounts },
      });
      return { reversalId, ...amounts, balanceCents: account.balanceCents() };
    }),
  );
}

/**
 * The share of the credit that goes with this much of the purchase; the last part takes what rounding left.
 */
function reversedCashback(purchase: PurchaseRow, amountCents: number): number {
  const open = purchase.amount_cents - purchase.reversed_amount_cents;
  if (open === 0) throw new Refusal('already_reversed');
  if (amountCents > open)
    throw new Refusal('reversal_above_remaining', { values: { remaining: formatCents(open) } });
  const kept = cashbackCents(open - amountCents, purchase.rate_basis_points);
  return purchase.cashback_cents - purchase.reversed_cashback_cents - kept;
}

/**
 * Takes the share back: from the purchase's own lot, then from others. Cashback that was never credited, or
 * that expired unused, is not owed: the customer never had it.
 */
async function takeBack(
  tx: TenantTransaction,
  account: Account,
  purchase: PurchaseRow,
  cashback: number,
  cause: { sourceId: string; employeeId: string; reason: string },
): Promise<{ takenCents: number; forgoneCents: number; shortfallCents: number }> {
  if (!purchase.qr_scanned) return { takenCents: 0, forgoneCents: cashback, shortfallCents: 0 };
  const { expired_cents, counted_cents } = await getExpiredShare(tx, purchase.id);
  const forgoneCents = Math.min(cashback, Math.max(0, expired_cents - counted_cents));
  const owed = cashback - forgoneCents;
  // A purchase's lot has the purchase's id.
  const takenCents = await account.take(owed, { ...cause, kind: 'accrual_reversal' }, purchase.id);
  return { takenCents, forgoneCents, shortfallCents: owed - takenCents };
}
