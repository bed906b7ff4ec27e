import { formatCents } from 'domain/money';
import { assertCorrectionApproved } from '../approvals/assert-approved.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { assertNotOwnAccount } from '../employees/own-phones.ts';
import { Refusal } from '../errors.ts';
import { openAccount } from '../ledger/account.ts';
import { assertProvedCorrection } from '../ledger/assert-proved-correction.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { insertAdjustment } from './customer-record.sql.ts';

export interface BalanceAdjustment {
  adjustmentId: string;
  /** Signed centavos. */
  amountCents: number;
  /** The customer's balance afterwards, maturing credit included. */
  balanceCents: number;
}

/**
 * Corrects a balance by hand. A credit is a lot of its own, spendable at once and expiring by the merchant's
 * present rules; a debit is taken from the open lots, maturing ones included, nearest expiry first. Throws
 * as `assertProvedCorrection`, and Refusal 'customer_not_found', 'own_account', 'adjustment_above_balance',
 * 'approval_needed', 'operation_conflict' or 'operation_in_flight'.
 */
export async function adjustBalance(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { operationId: string; customerId: string; amountCents: number; reason: string },
): Promise<BalanceAdjustment> {
  return await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(tx, { requestId: input.operationId, procedure: 'customers.adjust', request: input }, async () => {
      assertProvedCorrection(staff, input.amountCents);
      const account = await openAccount(tx, input.customerId);
      if (!account?.customer.phone) throw new Refusal('customer_not_found');
      await assertNotOwnAccount(tx, staff, [account.customer.phone]);
      if (account.balanceCents() + input.amountCents < 0) {
        const balance = formatCents(account.balanceCents());
        throw new Refusal('adjustment_above_balance', { values: { balance } });
      }
      await assertCorrectionApproved(tx, staff, { ...input, customerId: account.customer.id });
      const adjustment = {
        id: newId(account.at.getTime()),
        customerId: account.customer.id,
        employeeId: staff.employeeId,
        amountCents: input.amountCents,
        reason: input.reason,
        createdAt: account.at,
      };
      await insertAdjustment(tx, adjustment);
      const { employeeId, reason } = adjustment;
      const cause = { kind: 'adjustment', sourceId: adjustment.id, employeeId, reason } as const;
      if (input.amountCents > 0) await account.credit(input.amountCents, cause);
      else await account.take(-input.amountCents, cause);
      await account.close();
      await recordAudit(tx, {
        action: 'customer.adjust',
        entity: 'customer',
        entityId: account.customer.id,
        actor: staff,
        request,
        details: { adjustmentId: adjustment.id, amountCents: input.amountCents },
      });
      return {
        adjustmentId: adjustment.id,
        amountCents: input.amountCents,
        balanceCents: account.balanceCents(),
      };
    }),
  );
}
