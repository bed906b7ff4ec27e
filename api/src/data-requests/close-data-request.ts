import type { CloseDataRequest } from 'domain/data-request-inputs';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { forgetErased } from './data-requests.sql.ts';

/**
 * Closes a request, once. If its customer was erased meanwhile, its contact and texts are forgotten now.
 * Throws Refusal 'data_request_not_found' or 'data_request_closed'.
 */
export async function closeDataRequest(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  closing: CloseDataRequest,
): Promise<Record<string, never>> {
  await tenancy.withTenant(staff.merchantId, (tx) => closeDataRequestIn(tx, staff, request, closing));
  return {};
}

/** The same in the caller's transaction. `customerId` notes the customer, for a request without one. */
export async function closeDataRequestIn(
  tx: TenantTransaction,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id, state, answer, customerId }: CloseDataRequest & { customerId?: string },
): Promise<void> {
  const { merchantId } = tx;
  await tx.prisma(async ({ dataRequest }) => {
    const { count } = await dataRequest.updateMany({
      where: { merchantId, id, state: 'open' },
      data: {
        ...{ state, answer: answer || null, closedAt: tx.now, closedBy: staff.employeeId },
        ...(customerId && { customerId }),
      },
    });
    if (count > 0) return;
    const found = await dataRequest.count({ where: { merchantId, id } });
    throw new Refusal(found > 0 ? 'data_request_closed' : 'data_request_not_found');
  });
  await forgetErased(tx, id);
  await recordAudit(tx, {
    action: state === 'done' ? 'data_request.answer' : 'data_request.refuse',
    entity: 'data_request',
    entityId: id,
    actor: staff,
    request,
  });
}
