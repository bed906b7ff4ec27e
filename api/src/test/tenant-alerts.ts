import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';

/** Enough that each caller of the tenant matrix closes one, and names one of the other merchant's. */
const ALERTS = 200;

/** Open alerts about a customer of no other use, and a row in each table beside them. */
export async function insertAlerts(
  owner: pg.Pool,
  { merchantId, employeeId }: { merchantId: string; employeeId: string },
): Promise<{ ids: string[]; canaries: string[] }> {
  const ids = Array.from({ length: ALERTS }, () => randomUUID());
  const [customerId, phone] = [randomUUID(), freshPhone()];
  await owner.query('INSERT INTO customers (merchant_id, id, phone) VALUES ($1, $2, $3)', [
    merchantId,
    customerId,
    phone,
  ]);
  await insertOpenAlerts(owner, { merchantId, employeeId, customerId }, ids);
  await owner.query(
    `INSERT INTO alert_settings VALUES ($1, 3, 10000, 3, 5000, 5, 15, 3, 60, 5, 5000, 2, $2, now())`,
    [merchantId, employeeId],
  );
  await owner.query(`INSERT INTO alert_progress VALUES ($1, now(), 0, '{}', current_date)`, [merchantId]);
  await owner.query('INSERT INTO employee_devices VALUES ($1, $2, $3, now())', [
    merchantId,
    employeeId,
    randomBytes(16),
  ]);
  await owner.query('INSERT INTO redemption_holds VALUES ($1, $2, $3, $4, now())', [
    merchantId,
    customerId,
    ids[0],
    employeeId,
  ]);
  return { ids: ids.slice(1), canaries: [...ids, customerId, phone] };
}

/** Open alerts about the employee and the customer, one of each day. */
export async function insertOpenAlerts(
  owner: pg.Pool,
  { merchantId, employeeId, customerId }: { merchantId: string; employeeId: string; customerId: string },
  ids: string[],
): Promise<void> {
  await owner.query(
    `INSERT INTO alerts (merchant_id, id, rule, employee_id, customer_id, day, numbers, movement_ids, found_at)
     SELECT $1, id, 'customer_quick', $2, $3, current_date - n::int, '{"count": 2, "minutes": 3}', '{}', now()
     FROM unnest($4::uuid[]) WITH ORDINALITY AS made (id, n)`,
    [merchantId, employeeId, customerId, ids],
  );
}
