import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** The merchant's day at `now`, 'YYYY-MM-DD'. */
export async function getMerchantDay(tx: TenantTransaction, now: Moment): Promise<string> {
  const [row] = await tx.query<{ today: string }>(
    {
      name: 'get_merchant_day',
      text: `SELECT ($2::timestamptz AT TIME ZONE time_zone)::date::text AS today FROM merchants WHERE id = $1`,
    },
    [tx.merchantId, now],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row.today;
}
