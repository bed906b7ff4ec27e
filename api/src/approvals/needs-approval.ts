import { APPROVAL_PERMISSIONS, type ApprovalKind } from 'domain/approvals';
import { roleMay } from 'domain/roles';
import type { ActingEmployee } from '../acting-employee.ts';

/**
 * True when the employee's movements above the merchant's value wait for an approval. An API key is the
 * merchant's own program, which no dialog can ask (0068).
 */
export function needsApproval(staff: ActingEmployee, kind: ApprovalKind): boolean {
  const { approves } = APPROVAL_PERMISSIONS[kind];
  return staff.apiKeyId === undefined && !roleMay(staff.client.employee.role, approves);
}
