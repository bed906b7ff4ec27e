import type { AskApproval } from 'domain/approval-inputs';
import { APPROVAL_PERMISSIONS } from 'domain/approvals';
import { APPROVAL_TTL_SECONDS } from 'domain/lifetimes';
import { assertMay } from '../assert-may.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import type { Live } from '../lib/live.ts';
import type { RateLimiter } from '../lib/rate-limit.ts';
import { ASKS_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { findAskedCustomer, upsertApproval } from './approvals.sql.ts';
import { publishApprovals } from './follow-approvals.ts';

/**
 * Asks for a movement that the employee may not make alone. Nothing of the movement is stored: its own call
 * is repeated once it is approved, and finds the approval by its request id. Asked again, it waits again.
 * Throws Refusal 'forbidden', 'customer_not_found', 'operation_conflict' or 'too_many_requests'.
 */
export async function askApproval(
  { tenancy, live, limiter }: { tenancy: Tenancy; live: Live; limiter: RateLimiter },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { kind, operationId, amountCents, phone, customerId }: AskApproval,
): Promise<{ id: string; secondsLeft: number }> {
  assertMay(staff.client, APPROVAL_PERMISSIONS[kind].makes);
  await limitSubject(limiter, ASKS_PER_EMPLOYEE, staff.employeeId);
  const id = newId();
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const foundId = await findAskedCustomer(tx, { customerId, phone });
    if (customerId && !foundId) throw new Refusal('customer_not_found');
    const asking = { id, kind, amountCents, requestId: operationId, customerId: foundId, phone };
    const isWritten = await upsertApproval(tx, { ...asking, askedBy: staff.employeeId });
    if (!isWritten) throw new Refusal('operation_conflict');
    await recordAudit(tx, {
      action: 'approval.ask',
      entity: 'approval',
      entityId: id,
      actor: staff,
      request,
      details: { approvalKind: kind, amountCents, ...(foundId && { customerId: foundId }) },
    });
  });
  publishApprovals(live, staff.merchantId);
  return { id, secondsLeft: APPROVAL_TTL_SECONDS };
}
