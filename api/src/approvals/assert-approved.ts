import type { ActingEmployee } from '../acting-employee.ts';
import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { isCorrectionApproved, markApprovalUsed } from './assert-approved.sql.ts';
import { needsApproval } from './needs-approval.ts';

/**
 * For a correction that is about to be made: uses its approval up where the employee needs one. Purchases and
 * redemptions do the same in the statement that records them. Throws Refusal 'approval_needed'.
 */
export async function assertCorrectionApproved(
  tx: TenantTransaction,
  staff: ActingEmployee,
  correction: { operationId: string; customerId: string; amountCents: number },
): Promise<void> {
  if (!needsApproval(staff, 'correction')) return;
  const isApproved = await isCorrectionApproved(tx, { ...correction, employeeId: staff.employeeId });
  if (isApproved === false) throw new Refusal('approval_needed');
  if (isApproved) await markApprovalUsed(tx, correction.operationId);
}
