import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { getLiability, listExpiring, listExpiryMonths } from './liability.sql.ts';

const DAYS_AHEAD = [30, 60, 90];

/**
 * The cashback that the merchant owes its customers at one moment. A lot counts from its first moment until
 * the end of its last day, in the merchant's days; a lot past that is expired at once, whether or not it has
 * been settled.
 */
export interface LiabilityReport {
  /** ISO 8601. */
  at: string;
  /** Could be redeemed now. */
  availableCents: number;
  /** Credited, to become available on a later day. */
  maturingCents: number;
  /** Available and maturing: what all balances add up to. */
  redeemableTotalCents: number;
  /** The part of it whose last day is today or one of the next `days` days; 60 days include the 30. */
  expiring: { days: number; cents: number }[];
  /** The part of it that has no last day. */
  neverExpiringCents: number;
  /** All cashback that ever expired unused. */
  expiredCents: number;
  /** The redeemable total by the month of the last day, nearest first; null is never. */
  lots: { month: string | null; remainingCents: number; maturingCents: number }[];
}

export async function summarizeLiability(
  app: { tenancy: Tenancy },
  merchantId: string,
): Promise<LiabilityReport> {
  return await readRollups(app, merchantId, async (tx) => {
    const now = tx.now;
    const sums = await getLiability(tx, now);
    const expiring = await listExpiring(tx, now, DAYS_AHEAD);
    const months = await listExpiryMonths(tx, now);
    return {
      at: now.toISOString(),
      availableCents: sums.available_cents,
      maturingCents: sums.maturing_cents,
      redeemableTotalCents: sums.available_cents + sums.maturing_cents,
      expiring,
      neverExpiringCents: sums.never_expiring_cents,
      expiredCents: sums.expired_cents,
      lots: months.map((row) => ({
        month: row.month,
        remainingCents: row.remaining_cents,
        maturingCents: row.maturing_cents,
      })),
    };
  });
}
