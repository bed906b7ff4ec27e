import { maskEmail } from 'domain/mask-contacts';
import { roleMay } from 'domain/roles';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import {
  type CustomerContacts,
  lockCustomerContacts,
  updateCustomerContacts,
} from './customer-record.sql.ts';

/**
 * Changes a customer's name and e-mail; a field that is left out stays. Only a role that may correct records
 * replaces what is there. A name that is sent, even the present one, settles which name is right. Throws
 * Refusal 'customer_not_found' or 'contact_known'.
 */
export async function editCustomer(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  {
    customerId,
    ...sent
  }: { customerId: string } & { [Field in keyof CustomerContacts]?: string | null | undefined },
): Promise<{ customerId: string }> {
  const mayReplace = roleMay(staff.client.employee.role, 'customers.adjust');
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await lockCustomerContacts(tx, customerId);
    if (!before) throw new Refusal('customer_not_found');
    const replaces = (field: keyof CustomerContacts) => sent[field] !== undefined && before[field] !== null;
    if (!mayReplace && (replaces('name') || replaces('email'))) throw new Refusal('contact_known');
    const { name = before.name, email = before.email } = sent;
    await updateCustomerContacts(tx, customerId, { name, email }, sent.name !== undefined);
    const details = {
      ...(name !== before.name && { name_before: initials(before.name), name_after: initials(name) }),
      ...(email !== before.email && { email_before: masked(before.email), email_after: masked(email) }),
    };
    if (Object.keys(details).length > 0)
      await recordAudit(tx, {
        action: 'customer.edit',
        entity: 'customer',
        entityId: customerId,
        actor: staff,
        request,
        details,
      });
    return { customerId };
  });
}

/**
 * 'Maria da Silva' → 'M. d. S.': enough to recognize the customer by. The audit log is append-only, so it
 * holds no personal data.
 */
function initials(name: string | null): string | null {
  return name?.replace(/(\S)\S*/gu, '$1.') ?? null;
}

function masked(email: string | null): string | null {
  return email && maskEmail(email);
}
