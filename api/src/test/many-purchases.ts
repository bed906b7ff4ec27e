import type pg from 'pg';
import type { EmployeeIds } from './tenant-fixture.ts';

/**
 * Unconfirmed purchases of R$ 0,01 upwards of one of the merchant's customers, put straight into the table:
 * forty at each moment from noon (UTC) of 1 March 2026, seven seconds apart.
 */
export async function insertManyPurchases(owner: pg.Pool, staff: EmployeeIds, count: number): Promise<void> {
  await owner.query(
    `WITH buyer AS (
       SELECT merchant_id, id FROM customers WHERE merchant_id = $1 ORDER BY id LIMIT 1
     ), purchases AS (
       INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
         token_hash, token_expires_at, created_at)
       SELECT b.merchant_id, gen_random_uuid(), b.id, $2, n, (n * 500 + 5000) / 10000, 500,
         sha256((n || ' ' || b.id)::bytea), '2026-04-01Z',
         '2026-03-01T12:00:00.000001Z'::timestamptz + n / 40 * interval '7 seconds'
       FROM buyer b, generate_series(1, $3::int) n
       RETURNING amount_cents, created_at)
     UPDATE customers c SET total_spent_cents = c.total_spent_cents + s.cents,
       last_purchase_at = greatest(c.last_purchase_at, s.last)
     FROM buyer b, (SELECT sum(amount_cents) AS cents, max(created_at) AS last FROM purchases) s
     WHERE c.merchant_id = b.merchant_id AND c.id = b.id`,
    [staff.merchantId, staff.employeeId, count],
  );
}
