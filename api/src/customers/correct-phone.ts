import { recordAudit } from '../audit/record-audit.ts';
import { assertNotOwnAccount } from '../employees/own-phones.ts';
import { Refusal } from '../errors.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockCustomerPhone, updateCustomerPhone } from './customer-record.sql.ts';

/**
 * Corrects a customer's phone; balance, history and pending codes stay with the customer. Throws Refusal
 * 'customer_not_found', 'own_account' or 'phone_taken'.
 */
export async function correctPhone(
  { tenancy }: { tenancy: Tenancy },
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
      await updateCustomerPhone(tx, input.customerId, input.phone);
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
