import type { AuditAction } from 'domain/audit-actions';
import { maskEmail } from 'domain/mask-contacts';
import type { AuditEntry } from '../audit/audit-row.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { enqueueContactErasures } from '../integrations/erase-contact.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  type CustomerContacts,
  lockCustomerContacts,
  updateCustomerContacts,
} from './customer-record.sql.ts';

/** A field that is left out stays. */
export type SentContacts = { [Field in keyof CustomerContacts]?: string | null | undefined };

/** Who changes the contacts, and what they may. */
interface ContactsChange extends Pick<AuditEntry, 'actor' | 'request'> {
  action: AuditAction;
  mayReplace: boolean;
  /** A changed e-mail proves the customer. */
  isEmailProof: boolean;
}

/**
 * Changes a customer's name and e-mail, with an audit entry. A name that is sent, even the present one,
 * settles which name is right. A former e-mail that proved the customer is told; providers erase its contact,
 * which nothing would find later. Throws Refusal 'customer_not_found' or 'contact_known'.
 */
export async function changeContacts(
  tx: TenantTransaction,
  deliveryRules: App['deliveryRules'],
  customerId: string,
  sent: SentContacts,
  { mayReplace, isEmailProof, ...entry }: ContactsChange,
): Promise<void> {
  const before = await lockCustomerContacts(tx, customerId);
  if (!before) throw new Refusal('customer_not_found');
  const replaces = (field: keyof CustomerContacts) => sent[field] !== undefined && before[field] !== null;
  if (!mayReplace && (replaces('name') || replaces('email'))) throw new Refusal('contact_known');
  const { name = before.name, email = before.email } = sent;
  await updateCustomerContacts(
    tx,
    customerId,
    { name, email },
    { isNameDecided: sent.name !== undefined, isEmailProof: isEmailProof && email !== null },
  );
  if (before.email !== null && email !== before.email) {
    const former = { subjectId: customerId, customerId, occurredAt: tx.now, addresses: [before.email] };
    await enqueueContactErasures(tx, former, deliveryRules);
  }
  if (before.email !== null && before.email_is_proof && email !== before.email)
    await enqueueJob(tx, 'mail-replaced-email', { merchantId: tx.merchantId, email: before.email });
  const details = {
    ...(name !== before.name && { name_before: initials(before.name), name_after: initials(name) }),
    ...(email !== before.email && { email_before: masked(before.email), email_after: masked(email) }),
  };
  if (Object.keys(details).length > 0)
    await recordAudit(tx, { ...entry, entity: 'customer', entityId: customerId, details });
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
