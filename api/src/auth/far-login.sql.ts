import type { AlertNumbers } from 'domain/alerts';
import { newId } from '../lib/id.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Once for an employee and day at the merchant; a later one of the day opens it again. */
export async function insertFarLoginAlert(
  tx: TenantTransaction,
  employeeId: string,
  numbers: AlertNumbers,
): Promise<void> {
  await tx.query(
    {
      name: 'insert_far_login_alert',
      text: `INSERT INTO alerts AS a (merchant_id, id, rule, employee_id, day, numbers, movement_ids, found_at)
             SELECT $1, $2, 'far_login', $3, ($5::timestamptz AT TIME ZONE m.time_zone)::date, $4, '{}', $5
             FROM merchants m WHERE m.id = $1
             ON CONFLICT ON CONSTRAINT alerts_seen_key DO UPDATE SET numbers = excluded.numbers,
               state = 'open', closed_at = NULL, closed_by = NULL,
               mailed_at = CASE WHEN a.state = 'open' THEN a.mailed_at END`,
    },
    [tx.merchantId, newId(), employeeId, JSON.stringify(numbers), tx.now],
  );
}
