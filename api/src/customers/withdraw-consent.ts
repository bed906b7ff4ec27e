import type { ConsentChannel } from 'domain/consents';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { findWithdrawals, insertConsents } from './consents.sql.ts';
import { lockCustomerContacts } from './customer-record.sql.ts';

/**
 * Writes down that the customer wants no offers by this channel, also one who never gave consent. Said twice,
 * it is recorded once. Employees never give a consent for a customer. Throws Refusal 'customer_not_found'.
 */
export async function withdrawConsent(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { customerId, channel }: { customerId: string; channel: ConsentChannel },
): Promise<{ customerId: string }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    if (!(await lockCustomerContacts(tx, customerId))) throw new Refusal('customer_not_found');
    if ((await findWithdrawals(tx, customerId))[channel]) return { customerId };
    await insertConsents(tx, {
      customerId,
      channels: [channel],
      isGiven: false,
      textVersion: null,
      source: 'counter',
      employeeId: staff.employeeId,
      request,
    });
    await recordAudit(tx, {
      action: 'customer.withdraw_consent',
      entity: 'customer',
      entityId: customerId,
      actor: staff,
      request,
      details: { channel },
    });
    return { customerId };
  });
}
