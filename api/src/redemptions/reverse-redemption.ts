import type { ActingEmployee } from '../acting-employee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { type Account, openAccountOf } from '../ledger/account.ts';
import { assertProvedCorrection } from '../ledger/assert-proved-correction.ts';
import { mayReverse } from '../ledger/reversal-rights.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  addRecovered,
  findRedemption,
  insertRedemptionReversal,
  listOpenShortfalls,
  listRedemptionDebits,
  type RedemptionDebitRow,
} from './redemption-history.sql.ts';

export interface RedemptionReversal {
  reversalId: string;
  /** The redemption's amount; all of it goes back to the lots it came from. */
  amountCents: number;
  /** The part whose lots had expired meanwhile, and which counts for nothing. */
  expiredCents: number;
  /** The part that made up for the shortfall of purchases reversed meanwhile. */
  recoveredCents: number;
  /** The customer's balance afterwards, maturing credit included. */
  balanceCents: number;
}

/**
 * Undoes a completed redemption: each lot gets back what was taken from it and keeps its dates.
 * Throws as `assertProvedCorrection`, and Refusal 'operation_not_found', 'customer_not_found' (erased),
 * 'reversal_not_yours', 'redemption_not_completed', 'already_reversed', 'operation_conflict' or
 * 'operation_in_flight'.
 */
export async function reverseRedemption(
  { tenancy }: { tenancy: Tenancy },
  staff: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  input: { operationId: string; redemptionId: string; reason: string },
): Promise<RedemptionReversal> {
  return await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(
      tx,
      { requestId: input.operationId, procedure: 'redemptions.reverse', request: input },
      async () => {
        const opened = await openAccountOf(tx, () => findRedemption(tx, input.redemptionId));
        if (!opened) throw new Refusal('operation_not_found');
        const { row: redemption, account } = opened;
        // An erased customer could not use the cashback that a reversal returns.
        if (account.customer.phone === null) throw new Refusal('customer_not_found');
        const at = redemption.completed_at;
        if (!at || redemption.status === 'pending') throw new Refusal('redemption_not_completed');
        if (!mayReverse(staff, { employeeId: redemption.employee_id, at }, account.at))
          throw new Refusal('reversal_not_yours');
        if (redemption.status === 'reversed') throw new Refusal('already_reversed');
        assertProvedCorrection(staff, redemption.amount_cents);
        const reversalId = newId(account.at.getTime());
        const cause = { sourceId: reversalId, employeeId: staff.employeeId, reason: input.reason };
        const returned = await putBack(tx, account, redemption, cause);
        await insertRedemptionReversal(tx, {
          ...returned,
          id: reversalId,
          customerId: redemption.customer_id,
          redemptionId: redemption.id,
          employeeId: staff.employeeId,
          amountCents: redemption.amount_cents,
          reason: input.reason,
          createdAt: account.at,
        });
        await account.close({ creditedCents: -returned.recoveredCents });
        const amounts = { amountCents: redemption.amount_cents, ...returned };
        await recordAudit(tx, {
          action: 'redemption.reverse',
          entity: 'redemption',
          entityId: redemption.id,
          actor: staff,
          request,
          details: { reversalId, ...amounts },
        });
        return { reversalId, ...amounts, balanceCents: account.balanceCents() };
      },
    ),
  );
}

type UndoCause = { sourceId: string; employeeId: string; reason: string };

async function putBack(
  tx: TenantTransaction,
  account: Account,
  redemption: { id: string; amount_cents: number },
  cause: UndoCause,
): Promise<{ expiredCents: number; recoveredCents: number }> {
  let expiredCents = 0;
  let recoveredCents = 0;
  const debits = await listRedemptionDebits(tx, redemption.id);
  const debited = debits.reduce((sum, { cents }) => sum + cents, 0);
  if (debited !== redemption.amount_cents) {
    throw new Error(`the debits of redemption ${redemption.id} are ${debited} of ${redemption.amount_cents}`);
  }
  for (const debit of debits) {
    await account.putBack(debit.lot_id, debit.cents, {
      ...cause,
      kind: 'redemption_reversal',
      sourceId: redemption.id,
    });
    if (debit.expires_at && debit.expires_at <= account.at)
      expiredCents += await account.takeFrom(debit.lot_id, debit.cents, { ...cause, kind: 'expiry' });
    else recoveredCents += await recoverShortfall(tx, account, debit, cause);
  }
  return { expiredCents, recoveredCents };
}

/**
 * Pays the shortfall of a purchase that was reversed after its cashback was spent. Undoing the spending
 * brings the cashback back: without this, reversing both would leave the customer the credit.
 */
async function recoverShortfall(
  tx: TenantTransaction,
  account: Account,
  debit: RedemptionDebitRow,
  cause: UndoCause,
): Promise<number> {
  if (debit.transaction_id === null) return 0;
  let recovered = 0;
  for (const shortfall of await listOpenShortfalls(tx, debit.transaction_id)) {
    const part = Math.min(shortfall.open_cents, debit.cents - recovered);
    if (part === 0) break;
    await addRecovered(tx, shortfall.id, part);
    recovered += part;
  }
  if (recovered > 0) await account.takeFrom(debit.lot_id, recovered, { ...cause, kind: 'accrual_reversal' });
  return recovered;
}
