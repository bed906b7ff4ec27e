import { CONSENT_CHANNELS } from 'domain/consents';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { findLatestAnswers, insertConsents, repointConsents } from './consents.sql.ts';

/**
 * Moves the answers on consent to the target. Where one record alone withdrew, the withdrawal wins, whichever
 * answer is newer: a new row says so, which is how providers hear of it for both addresses. The caller has
 * locked both records.
 */
export async function mergeConsents(
  tx: TenantTransaction,
  { sourceId, targetId }: { sourceId: string; targetId: string },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
): Promise<void> {
  const answers = [await findLatestAnswers(tx, sourceId), await findLatestAnswers(tx, targetId)];
  await repointConsents(tx, sourceId, targetId);
  await insertConsents(tx, {
    customerId: targetId,
    channels: CONSENT_CHANNELS.filter(
      (channel) => answers.filter((each) => each[channel] === false).length === 1,
    ),
    isGiven: false,
    textVersion: null,
    source: 'counter',
    employeeId: staff.employeeId,
    request,
  });
}
