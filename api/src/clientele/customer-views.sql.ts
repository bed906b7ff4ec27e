import type { TenantTransaction } from '../tenant.ts';

export interface CustomerViewsRow {
  /**
   * Customers shown in this hour, these included. An hour begins with the first customer after the previous
   * one.
   */
  in_hour: number;
  /** Seconds until the hour ends. */
  seconds_left: number;
  /** Customers shown since the last audit entry. */
  unaudited: number;
  /** Minutes since that entry, or since the first customer. */
  minutes: number;
}

/**
 * Counts customers that are about to be shown. The row stays locked, so that a viewer's answers are counted
 * one by one.
 */
export async function addCustomerViews(
  tx: TenantTransaction,
  { viewerId, employeeId, customers }: { viewerId: string; employeeId: string; customers: number },
): Promise<CustomerViewsRow> {
  const [row] = await tx.query<CustomerViewsRow>(
    {
      name: 'add_customer_views',
      // An hour either way: a clock that was briefly ahead locks viewers out for no longer.
      text: `INSERT INTO customer_views AS v (merchant_id, viewer_id, employee_id, in_hour, hour_began_at, unaudited, unaudited_since)
             VALUES ($1, $2, $3, $4, clock_timestamp(), $4, clock_timestamp())
             ON CONFLICT (merchant_id, viewer_id) DO UPDATE SET
               (in_hour, hour_began_at) = (
                 SELECT CASE WHEN goes_on THEN v.in_hour ELSE 0 END + excluded.in_hour,
                   CASE WHEN goes_on THEN v.hour_began_at ELSE clock_timestamp() END
                 FROM (SELECT v.hour_began_at > clock_timestamp() - interval '1 hour'
                         AND v.hour_began_at < clock_timestamp() + interval '1 hour' AS goes_on) hour),
               unaudited = v.unaudited + excluded.unaudited
             RETURNING in_hour, ceil(extract(epoch FROM hour_began_at + interval '1 hour' - clock_timestamp()))::int AS seconds_left,
               unaudited, floor(extract(epoch FROM clock_timestamp() - unaudited_since) / 60)::int AS minutes`,
    },
    [tx.merchantId, viewerId, employeeId, customers],
  );
  if (!row) throw new Error('the views were not counted');
  return row;
}

/** Subtracts the customers covered by an audit entry. */
export async function subtractAudited(
  tx: TenantTransaction,
  viewerId: string,
  customers: number,
): Promise<void> {
  await tx.query(
    {
      name: 'subtract_audited_views',
      text: `UPDATE customer_views SET unaudited = unaudited - $3, unaudited_since = clock_timestamp()
             WHERE merchant_id = $1 AND viewer_id = $2`,
    },
    [tx.merchantId, viewerId, customers],
  );
}
