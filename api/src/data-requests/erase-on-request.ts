import type { EraseOnRequest } from 'domain/data-request-inputs';
import type { App } from '../context.ts';
import { eraseCustomerIn } from '../customers/erase-customer.ts';
import { Refusal } from '../errors.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { StaffSession } from '../staff-session.ts';
import { closeDataRequestIn } from './close-data-request.ts';
import { findErasureRequest } from './data-requests.sql.ts';

/**
 * Erases the customer of a request to erase and closes the request as done, in one transaction. Mails go to
 * the contact of the request and to the e-mail on record, because both are gone afterwards.
 * Throws Refusal 'data_request_not_found', 'data_request_closed', 'customer_not_found' or 'phone_differs'.
 */
export async function eraseOnRequest(
  { tenancy, deliveryRules, mail }: Pick<App, 'tenancy' | 'deliveryRules' | 'mail'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id, phone }: EraseOnRequest,
): Promise<{ customerId: string; forfeitedCents: number; isMailed: boolean }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const asked = await findErasureRequest(tx, id);
    if (!asked) throw new Refusal('data_request_not_found');
    if (!asked.customer_id) throw new Refusal('customer_not_found');
    // The customer is locked before the request, as by every erasure.
    const { customerId, forfeitedCents } = await eraseCustomerIn(tx, deliveryRules, {
      ...{ customerId: asked.customer_id, basis: 'request', staff, request, phone },
    });
    await closeDataRequestIn(tx, staff, request, { id, state: 'done', customerId });
    const emails = mail ? emailsOf([asked.contact, asked.email]) : [];
    for (const email of emails)
      await enqueueJob(tx, 'mail-erased-person', { merchantId: tx.merchantId, email });
    return { customerId, forfeitedCents, isMailed: emails.length > 0 };
  });
}

/** A contact may be a phone. */
function emailsOf(contacts: (string | null)[]): string[] {
  return [...new Set(contacts.flatMap((contact) => (contact?.includes('@') ? contact.toLowerCase() : [])))];
}
