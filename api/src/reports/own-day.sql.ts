import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface OwnDayRow {
  day: string;
  purchases: number;
  revenue_cents: number;
  cashback_cents: number;
  redemptions: number;
  redeemed_cents: number;
}

/** The employee's totals of the merchant's day at `now`; zeros before the first movement. */
export async function getOwnDay(tx: TenantTransaction, employeeId: string, now: Moment): Promise<OwnDayRow> {
  const [row] = await tx.query<OwnDayRow>(
    {
      name: 'get_own_day',
      text: `SELECT today.day::text, coalesce(r.purchases, 0) AS purchases,
               coalesce(r.revenue_cents, 0)::bigint AS revenue_cents,
               coalesce(r.cashback_cents, 0)::bigint AS cashback_cents,
               coalesce(r.redemptions, 0) AS redemptions,
               coalesce(r.redeemed_cents, 0)::bigint AS redeemed_cents
             FROM (SELECT ($3::timestamptz AT TIME ZONE time_zone)::date AS day FROM merchants WHERE id = $1) today
             LEFT JOIN daily_employee_rollups r
               ON r.merchant_id = $1 AND r.employee_id = $2 AND r.day = today.day`,
    },
    [tx.merchantId, employeeId, now],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}
