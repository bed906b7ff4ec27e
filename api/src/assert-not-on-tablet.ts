import { Refusal } from './errors.ts';
import type { StaffSession } from './staff-session.ts';

/**
 * Throws Refusal 'not_on_tablets' for a session that a PIN opened: a proof typed on the counter's tablet
 * opens no more than the counter.
 */
export function assertNotOnTablet({ tablet }: Pick<StaffSession, 'tablet'>): void {
  if (tablet) throw new Refusal('not_on_tablets');
}
