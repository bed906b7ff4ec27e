import type { ConsentChannel } from 'domain/consents';
import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { findLatestAnswers, findWithdrawals, insertConsents, type NewConsents } from './consents.sql.ts';
import { lockCustomerContacts } from './customer-record.sql.ts';

export interface OffersAnswer extends Pick<NewConsents, 'isGiven' | 'textVersion' | 'request'> {
  channel: ConsentChannel;
}

/**
 * Records a proved customer's answer to offers by one channel; the answer in force is not recorded again.
 * Throws Refusal 'email_missing' where there is no e-mail to consent for, and 'proof_required' for a record
 * that was merged or erased meanwhile.
 */
export async function answerOffers(
  tx: TenantTransaction,
  customerId: string,
  { channel, ...answer }: OffersAnswer,
): Promise<void> {
  const contacts = await lockCustomerContacts(tx, customerId);
  if (!contacts) throw new Refusal('proof_required');
  const inForce = await (answer.isGiven ? findLatestAnswers : findWithdrawals)(tx, customerId);
  if (inForce[channel]) return;
  if (answer.isGiven && channel === 'email' && contacts.email === null) throw new Refusal('email_missing');
  await insertConsents(tx, {
    ...answer,
    customerId,
    channels: [channel],
    source: 'my_data',
    employeeId: null,
  });
}
