import type { Period } from 'domain/report-periods';
import type { TenantTransaction } from '../tenant.ts';
import type { TotalsRow } from './period-totals.ts';

export interface DayRow extends TotalsRow {
  day: string;
}

/** The days on which something happened, in order. */
export async function listDays(tx: TenantTransaction, { from, to }: Period): Promise<DayRow[]> {
  return await tx.query<DayRow>(
    {
      name: 'list_days',
      text: `SELECT day::text, purchases, revenue_cents, cashback_cents, redemptions, redeemed_cents, new_customers
             FROM daily_rollups WHERE merchant_id = $1 AND day BETWEEN $2::date AND $3::date ORDER BY daily_rollups.day`,
    },
    [tx.merchantId, from, to],
  );
}
