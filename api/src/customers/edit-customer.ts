import { roleMay } from 'domain/roles';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { changeContacts, type SentContacts } from './change-contacts.ts';

/**
 * Changes a customer's name and e-mail. Only a role that may correct records replaces what is there. Throws
 * as `changeContacts`.
 */
export async function editCustomer(
  { tenancy, deliveryRules }: Pick<App, 'tenancy' | 'deliveryRules'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { customerId, ...sent }: { customerId: string } & SentContacts,
): Promise<{ customerId: string }> {
  const mayReplace = roleMay(staff.client.employee.role, 'customers.adjust');
  // An attendant who fills in an own address must not become the customer by it.
  const change = { action: 'customer.edit', mayReplace, isEmailProof: mayReplace } as const;
  await tenancy.withTenant(staff.merchantId, (tx) =>
    changeContacts(tx, deliveryRules, customerId, sent, { ...change, actor: staff, request }),
  );
  return { customerId };
}
