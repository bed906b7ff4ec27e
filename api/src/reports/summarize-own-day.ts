import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { getOwnDay } from './own-day.sql.ts';

/** One employee's movements of today, net of reversals; amounts in centavos. */
export interface OwnDay {
  /** 'YYYY-MM-DD', the merchant's. */
  day: string;
  purchases: number;
  revenueCents: number;
  cashbackCents: number;
  redemptions: number;
  redeemedCents: number;
}

/** Sums up the caller's own movements of the merchant's day. */
export async function summarizeOwnDay(
  app: { tenancy: Tenancy },
  { merchantId, employeeId }: { merchantId: string; employeeId: string },
): Promise<OwnDay> {
  const row = await readRollups(app, merchantId, (tx) => getOwnDay(tx, employeeId, tx.now));
  return {
    day: row.day,
    purchases: row.purchases,
    revenueCents: row.revenue_cents,
    cashbackCents: row.cashback_cents,
    redemptions: row.redemptions,
    redeemedCents: row.redeemed_cents,
  };
}
