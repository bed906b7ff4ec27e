import type { ReadText } from 'domain/terms-inputs';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { assertPresent } from './platform-document.ts';
import { recordAcceptance } from './record-acceptance.ts';

/**
 * Accepts the present texts for the merchant. Throws Refusal 'terms_changed' for another text: the owner has
 * not read the present one.
 */
export async function acceptTerms(
  { tenancy, env }: Pick<App, 'tenancy' | 'env'>,
  staff: StaffSession,
  { ip, userAgent }: { ip: string; userAgent?: string | undefined },
  texts: readonly ReadText[],
): Promise<void> {
  assertPresent(texts, env.platformIdentity);
  await tenancy.withTenant(staff.merchantId, (tx) =>
    recordAcceptance(tx, staff.employeeId, { texts, acceptedAt: tx.now.toISOString(), ip, userAgent }),
  );
}
