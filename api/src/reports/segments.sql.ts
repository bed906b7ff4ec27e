import type { TenantTransaction } from '../tenant.ts';

/**
 * The first day, by the merchant's calendar, of being at risk no more but active, of not being lost, of being
 * new.
 */
export interface SegmentDays {
  activeFrom: string;
  atRiskFrom: string;
  newFrom: string;
}

export interface SegmentTotalsRow {
  segment: 'new' | 'loyal' | 'active' | 'at_risk' | 'lost';
  value_class: number;
  customers: number;
  spent_cents: number;
}

/**
 * Counts the buyers of each kind. New ones are counted by the day of the first purchase, all others by that
 * of the last: the occasional ones are the 'active' (all that are not loyal) less the new.
 */
export async function listSegmentTotals(
  tx: TenantTransaction,
  { activeFrom, atRiskFrom, newFrom }: SegmentDays,
  loyalPurchases: number,
): Promise<SegmentTotalsRow[]> {
  return await tx.query<SegmentTotalsRow>(
    {
      name: 'list_segment_totals',
      text: `SELECT CASE WHEN day < $3::date THEN 'lost' WHEN day < $2::date THEN 'at_risk'
                 WHEN frequency_class >= frequency_class($5) THEN 'loyal' ELSE 'active' END AS segment,
               value_class, sum(customers) AS customers, sum(spent_cents)::bigint AS spent_cents
             FROM segment_rollups WHERE merchant_id = $1 AND edge = 'last' AND customers > 0 GROUP BY 1, 2
             UNION ALL
             SELECT 'new', value_class, sum(customers), sum(spent_cents)::bigint
             FROM segment_rollups
             WHERE merchant_id = $1 AND edge = 'first' AND day >= $4::date AND frequency_class < frequency_class($5)
             GROUP BY 2`,
    },
    [tx.merchantId, activeFrom, atRiskFrom, newFrom, loyalPurchases],
  );
}
