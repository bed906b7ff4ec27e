import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { assertNotOwnAccount } from '../employees/own-phones.ts';
import { Refusal } from '../errors.ts';
import { enqueueContactErasures } from '../integrations/erase-contact.ts';
import { emailOf } from '../integrations/provider.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { findRecordedPhone } from '../proof/customer-proofs.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockCustomerPhone, updateCustomerPhone } from './customer-record.sql.ts';

/**
 * Corrects a customer's phone; balance, history and pending codes stay with the customer. Providers erase the
 * contact made from the former phone. Throws Refusal 'customer_not_found', 'own_account' or 'phone_taken'.
 */
export async function correctPhone(
  { tenancy, deliveryRules }: Pick<App, 'tenancy' | 'deliveryRules'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { customerId: string; phone: string },
): Promise<{ phone: string }> {
  try {
    return await tenancy.withTenant(staff.merchantId, async (tx) => {
      const phone = await lockCustomerPhone(tx, input.customerId);
      if (phone === undefined) throw new Refusal('customer_not_found');
      await assertNotOwnAccount(tx, staff, [phone, input.phone]);
      if (phone === input.phone) return { phone };
      // The unique index refuses the number as it is given; this is for its other spelling.
      const recorded = await findRecordedPhone(tx, input.phone);
      if (recorded !== input.phone && recorded !== phone) throw new Refusal('phone_taken');
      await updateCustomerPhone(tx, input.customerId, input.phone);
      const former = { subjectId: input.customerId, customerId: input.customerId, occurredAt: tx.now };
      const addresses = [emailOf({ email: null, phone })];
      await enqueueContactErasures(tx, { ...former, addresses }, deliveryRules);
      await recordAudit(tx, {
        action: 'customer.correct_phone',
        entity: 'customer',
        entityId: input.customerId,
        actor: staff,
        request,
        details: { from: lastDigits(phone), to: lastDigits(input.phone) },
      });
      return { phone: input.phone };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'customers_phone_key')) throw new Refusal('phone_taken');
    throw error;
  }
}

/** Enough to recognize the number, too little to call it. */
function lastDigits(phone: string): string {
  return `…${phone.slice(-4)}`;
}
