import type { Period } from 'domain/report-periods';
import type { Moment } from '../lib/moment.ts';
import { SHOWN_NAME, SHOWN_PHONE } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

/**
 * A period as moments, from the first one to the first after it; with all their microseconds, as PostgreSQL
 * writes them.
 */
export interface PeriodBounds {
  starts_at: string;
  ends_at: string;
}

export async function getPeriodBounds(tx: TenantTransaction, { from, to }: Period): Promise<PeriodBounds> {
  const [row] = await tx.query<PeriodBounds>(
    {
      name: 'get_period_bounds',
      text: `SELECT ($2::date::timestamp AT TIME ZONE time_zone)::text AS starts_at,
               (($3::date + 1)::timestamp AT TIME ZONE time_zone)::text AS ends_at
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId, from, to],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

export interface MovementRow {
  kind: 'purchase' | 'redemption';
  id: string;
  /** The moment as PostgreSQL writes it: where the next page begins. */
  position: string;
  /** Moments of the merchant, 'YYYY-MM-DDTHH:MM:SS'. */
  created_on: string;
  confirmed_on: string | null;
  customer_name: string | null;
  phone: string;
  employee_name: string;
  amount_cents: number;
  /** Set for purchases only. */
  cashback_cents: number | null;
  rate_basis_points: number | null;
  reversed_amount_cents: number | null;
  reversed_cashback_cents: number | null;
  status: 'pending' | 'completed' | 'reversed';
  /** Its code can be confirmed no more. */
  is_lapsed: boolean;
}

/** Purchases and redemptions between `after` and `endsAt`, the oldest first, equals by id. */
export async function listMovements(
  tx: TenantTransaction,
  page: {
    after: { position: string; id: string };
    endsAt: string;
    limit: number;
    now: Moment;
    timeZone: string;
  },
): Promise<MovementRow[]> {
  return await tx.query<MovementRow>(
    {
      name: 'list_movements',
      text: `SELECT o.kind, o.id, o.created_at::text AS position, ${SHOWN_NAME} AS customer_name, ${SHOWN_PHONE}, e.name AS employee_name,
               to_char(o.created_at AT TIME ZONE $7, 'YYYY-MM-DD"T"HH24:MI:SS') AS created_on,
               to_char(o.confirmed_at AT TIME ZONE $7, 'YYYY-MM-DD"T"HH24:MI:SS') AS confirmed_on,
               o.amount_cents, o.cashback_cents, o.rate_basis_points, o.reversed_amount_cents, o.reversed_cashback_cents,
               o.status, o.token_expires_at <= $6 AS is_lapsed
             FROM (
               (SELECT 'purchase' AS kind, id, created_at, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
                  reversed_amount_cents, reversed_cashback_cents, status, qr_scanned_at AS confirmed_at, token_expires_at
                FROM transactions
                WHERE merchant_id = $1 AND (created_at, id) > ($2::timestamptz, $3::uuid) AND created_at < $4::timestamptz
                ORDER BY created_at, id LIMIT $5)
               UNION ALL
               (SELECT 'redemption', id, created_at, customer_id, employee_id, amount_cents, NULL, NULL,
                  NULL, NULL, status, completed_at, token_expires_at
                FROM redemptions
                WHERE merchant_id = $1 AND (created_at, id) > ($2::timestamptz, $3::uuid) AND created_at < $4::timestamptz
                ORDER BY created_at, id LIMIT $5)
             ) o
             JOIN customers c ON c.merchant_id = $1 AND c.id = o.customer_id
             JOIN employees e ON e.merchant_id = $1 AND e.id = o.employee_id
             ORDER BY o.created_at, o.id LIMIT $5`,
    },
    [tx.merchantId, page.after.position, page.after.id, page.endsAt, page.limit, page.now, page.timeZone],
  );
}
