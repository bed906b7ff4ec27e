import { recordAudit } from '../audit/record-audit.ts';
import { assertNotOwnAccount } from '../employees/own-phones.ts';
import { Refusal } from '../errors.ts';
import { forgetProofs } from '../proof/customer-proofs.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockCustomerPhone } from './customer-record.sql.ts';

/**
 * Forgets a customer's PIN and known devices, for one who lost the phone: the next that confirms a code at
 * the counter is known. Throws Refusal 'customer_not_found' or 'own_account'.
 */
export async function resetProof(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { customerId }: { customerId: string },
): Promise<{ customerId: string }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const phone = await lockCustomerPhone(tx, customerId);
    if (phone === undefined) throw new Refusal('customer_not_found');
    await assertNotOwnAccount(tx, staff, [phone]);
    await forgetProofs(tx, customerId);
    await recordAudit(tx, {
      action: 'customer.reset_proof',
      entity: 'customer',
      entityId: customerId,
      actor: staff,
      request,
      details: {},
    });
    return { customerId };
  });
}
