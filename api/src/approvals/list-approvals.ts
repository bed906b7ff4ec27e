import { type ApprovalKind, type ApprovalRefusal, type ApprovalState, approvedKinds } from 'domain/approvals';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { type ApprovalRow, listApprovalRows } from './approvals.sql.ts';

const MOST = 100;

/** An asking; times ISO 8601. */
export interface ListedApproval {
  id: string;
  kind: ApprovalKind;
  amountCents: number;
  askedBy: string;
  askedAt: string;
  expiresAt: string;
  /** What is left of it, by the database's clock; 0 once it is over. */
  secondsLeft: number;
  state: ApprovalState;
  reason: ApprovalRefusal | null;
  answeredBy: string | null;
  /** A phone that is no customer's yet has no name. `phone` is null for an erased record. */
  customer: { name: string | null; phone: string | null };
  /** Asked by the employee who reads it, who may not answer it. */
  isOwn: boolean;
}

/** The askings of the last day that the employee may answer, and the own ones; those that wait first. */
export async function listApprovals(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
): Promise<{ approvals: ListedApproval[] }> {
  const { employeeId, client } = staff;
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const kinds = approvedKinds(client.employee.role);
    const rows = await listApprovalRows(tx, { kinds, employeeId, limit: MOST });
    return { approvals: rows.map((row) => presentApproval(row, employeeId, tx.now)) };
  });
}

/** By the database's clock. */
export function stateOf({ answer, expires_at }: Pick<ApprovalRow, 'answer' | 'expires_at'>, now: Date) {
  return answer ?? (expires_at > now ? 'waiting' : 'expired');
}

function presentApproval(row: ApprovalRow, employeeId: string, now: Date): ListedApproval {
  const state = stateOf(row, now);
  const secondsLeft = Math.ceil((row.expires_at.getTime() - now.getTime()) / 1_000);
  return {
    id: row.id,
    kind: row.kind,
    amountCents: row.amount_cents,
    askedBy: row.asked_by_name,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    secondsLeft: state === 'waiting' ? secondsLeft : 0,
    state,
    reason: row.reason,
    answeredBy: row.answered_by_name,
    customer: { name: row.customer_name, phone: row.phone },
    isOwn: row.asked_by === employeeId,
  };
}
