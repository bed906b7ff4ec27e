import { type ApprovalRefusal, approvedKinds } from 'domain/approvals';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { Live } from '../lib/live.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { type ApprovalRow, answerApproval, cancelOwnApproval, findApproval } from './approvals.sql.ts';
import { publishApprovals } from './follow-approvals.ts';

interface Dependencies {
  tenancy: Tenancy;
  live: Live;
}
type Caller = { ip: string; userAgent?: string | undefined };
type Answer = { id: string; answer: 'approved' } | { id: string; answer: 'refused'; reason: ApprovalRefusal };

/** Who answers: the signed-in employee, or the one who proved at the counter to be there. */
interface Answerer {
  merchantId: string;
  employeeId: string;
  role: string;
  /** How they proved it at the counter; undefined: they answer on their own screen. */
  by?: 'pin' | 'passkey';
  /** That counter's tablet. */
  tablet?: { name: string };
}

/** Throws Refusal 'approval_not_found', 'own_approval', 'forbidden', 'approval_closed' or 'own_phone'. */
export async function answerAsking(
  { tenancy, live }: Dependencies,
  answerer: Answerer,
  request: Caller,
  input: Answer,
): Promise<Record<string, never>> {
  const { id, answer } = input;
  const { merchantId, employeeId } = answerer;
  const reason = input.answer === 'refused' ? input.reason : undefined;
  const kinds = approvedKinds(answerer.role);
  await tenancy.withTenant(merchantId, async (tx) => {
    const answered = await answerApproval(tx, { id, answer, reason, employeeId, kinds });
    if (!answered) throw new Refusal(await refusalOf(tx, id, answerer));
    await recordAudit(tx, {
      action: answer === 'approved' ? 'approval.approve' : 'approval.refuse',
      entity: 'approval',
      entityId: id,
      actor: answerer,
      request,
      details: {
        approvalKind: answered.kind,
        amountCents: answered.amount_cents,
        employeeId: answered.asked_by,
        ...(answered.customer_id && { customerId: answered.customer_id }),
        ...(reason && { approvalReason: reason }),
        ...(answerer.by && { [answerer.by === 'pin' ? 'byPin' : 'byPasskey']: true }),
      },
    });
  });
  publishApprovals(live, merchantId);
  return {};
}

/** A signed-in employee as one who answers. */
export const answererOf = ({ merchantId, employeeId, client }: StaffSession): Answerer => ({
  merchantId,
  employeeId,
  role: client.employee.role,
});

async function refusalOf(tx: TenantTransaction, id: string, answerer: Omit<Answerer, 'merchantId'>) {
  const row = await findApproval(tx, id);
  if (!row) return 'approval_not_found';
  return whyNot(tx, row, answerer) ?? 'own_phone';
}

/** What keeps the employee from answering it, as far as the row tells. */
export function whyNot(
  { now }: Pick<TenantTransaction, 'now'>,
  row: Pick<ApprovalRow, 'answer' | 'asked_by' | 'expires_at' | 'kind'>,
  { employeeId, role }: Omit<Answerer, 'merchantId'>,
) {
  if (row.asked_by === employeeId) return 'own_approval';
  if (!approvedKinds(role).includes(row.kind)) return 'forbidden';
  return row.answer !== null || row.expires_at <= now ? 'approval_closed' : undefined;
}

/**
 * Ends an own asking that no movement used; one that is over stays as it is. Throws Refusal
 * 'approval_not_found'.
 */
export async function cancelAsking(
  { tenancy, live }: Dependencies,
  staff: StaffSession,
  request: Caller,
  id: string,
): Promise<Record<string, never>> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const canceled = await cancelOwnApproval(tx, { id, employeeId: staff.employeeId });
    if (!canceled) {
      const row = await findApproval(tx, id);
      if (row?.asked_by !== staff.employeeId) throw new Refusal('approval_not_found');
      return;
    }
    await recordAudit(tx, {
      action: 'approval.cancel',
      entity: 'approval',
      entityId: id,
      actor: staff,
      request,
      details: { approvalKind: canceled.kind, amountCents: canceled.amount_cents },
    });
  });
  publishApprovals(live, staff.merchantId);
  return {};
}
