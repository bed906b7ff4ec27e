import { recordAudit } from '../audit/record-audit.ts';
import { assertNotOwnAccount } from '../employees/own-phones.ts';
import { Refusal } from '../errors.ts';
import { type Account, openAccount } from '../ledger/account.ts';
import { assertProvedCorrection } from '../ledger/assert-proved-correction.ts';
import { runOnce } from '../ledger/run-once.ts';
import { newId } from '../lib/id.ts';
import { moveProofs } from '../proof/customer-proofs.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { insertMerge, joinRecords, moveHolds, repointRecords } from './customer-record.sql.ts';
import { mergeConsents } from './merge-consents.ts';

export interface CustomerMerge {
  customerId: string;
  /** The balance moved from the source to the target. */
  movedCents: number;
  /** The target's balance afterwards, maturing credit included. */
  balanceCents: number;
}

/**
 * Merges two records of one customer. Credits with their dates, purchases, redemptions and pending codes move
 * to the target; the source keeps its ledger, which ends at zero, and gives up its phone. Cannot be undone.
 * Throws as `assertProvedCorrection`, and Refusal 'same_customer', 'customer_not_found', 'own_account',
 * 'operation_conflict' or 'operation_in_flight'.
 */
export async function mergeCustomers(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { operationId: string; customerId: string; sourceCustomerId: string; reason: string },
): Promise<CustomerMerge> {
  if (input.customerId === input.sourceCustomerId) throw new Refusal('same_customer');
  return await tenancy.withTenant(staff.merchantId, (tx) =>
    runOnce(tx, { requestId: input.operationId, procedure: 'customers.merge', request: input }, async () => {
      const { source, target } = await lockBoth(tx, input);
      await assertNotOwnAccount(tx, staff, [source.customer.phone, target.customer.phone]);
      const id = newId(target.at.getTime());
      const cause = { sourceId: id, employeeId: staff.employeeId, reason: input.reason };
      const movedCents = await source.moveTo(target, {
        out: { ...cause, kind: 'merge_out' },
        in: { ...cause, kind: 'merge_in' },
      });
      assertProvedCorrection(staff, movedCents);
      await insertMerge(tx, {
        id,
        sourceId: source.customer.id,
        targetId: target.customer.id,
        sourcePhone: source.customer.phone ?? '',
        employeeId: staff.employeeId,
        movedCents,
        reason: input.reason,
        createdAt: target.at,
      });
      const records = { sourceId: source.customer.id, targetId: target.customer.id };
      await mergeConsents(tx, records, staff, request);
      await repointRecords(tx, source.customer.id, target.customer.id);
      await joinRecords(tx, source.customer.id, target.customer.id);
      await moveProofs(tx, source.customer.id, target.customer.id);
      await moveHolds(tx, source.customer.id, target.customer.id);
      const { total_cashback_cents: creditedCents, total_spent_cents: spentCents } = source.customer;
      await source.close({ creditedCents: -creditedCents, spentCents: -spentCents });
      await target.close({ creditedCents, spentCents });
      await recordAudit(tx, {
        action: 'customer.merge',
        entity: 'customer',
        entityId: target.customer.id,
        actor: staff,
        request,
        details: { mergeId: id, sourceCustomerId: source.customer.id, movedCents },
      });
      return { customerId: target.customer.id, movedCents, balanceCents: target.balanceCents() };
    }),
  );
}

/** Locks both records in the order of their ids, as all code that locks several customers. */
async function lockBoth(
  tx: TenantTransaction,
  input: { customerId: string; sourceCustomerId: string },
): Promise<{ source: Account; target: Account }> {
  const accounts = new Map<string, Account>();
  for (const id of [input.customerId, input.sourceCustomerId].sort()) {
    const account = await openAccount(tx, id);
    if (!account?.customer.phone) throw new Refusal('customer_not_found');
    accounts.set(id, account);
  }
  const [source, target] = [accounts.get(input.sourceCustomerId), accounts.get(input.customerId)];
  if (!source || !target) throw new Error('both were opened');
  return { source, target };
}
