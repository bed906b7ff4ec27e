import type { TenantTransaction } from '../tenant.ts';

/** PINs of employees. Their times are the database's clock. */

/** Wrong tries until a PIN is locked, for how long, and in all until only a password unlocks it. */
export const PIN_TRIES = 5;
const PIN_LOCK_SECONDS = 15 * 60;
export const PIN_TRIES_IN_ALL = 10;

export interface PinRow {
  chosenAt: Date;
  failedTries: number;
}

export async function findPin(tx: TenantTransaction, employeeId: string): Promise<PinRow | undefined> {
  const [row] = await tx.query<PinRow>(
    {
      name: 'find_employee_pin',
      text: `SELECT chosen_at AS "chosenAt", failed_tries AS "failedTries" FROM employee_pins
             WHERE merchant_id = $1 AND employee_id = $2`,
    },
    [tx.merchantId, employeeId],
  );
  return row;
}

export async function upsertPin(tx: TenantTransaction, employeeId: string, pinHash: string): Promise<void> {
  await tx.query(
    {
      name: 'upsert_employee_pin',
      text: `INSERT INTO employee_pins (merchant_id, employee_id, pin_hash, chosen_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (merchant_id, employee_id) DO UPDATE SET pin_hash = excluded.pin_hash,
               failed_tries = 0, locked_until = NULL, chosen_at = excluded.chosen_at`,
    },
    [tx.merchantId, employeeId, pinHash, tx.now],
  );
}

/** False: there was none. */
export async function deletePin(tx: TenantTransaction, employeeId: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'delete_employee_pin',
      text: `DELETE FROM employee_pins WHERE merchant_id = $1 AND employee_id = $2 RETURNING employee_id`,
    },
    [tx.merchantId, employeeId],
  );
  return rows.length === 1;
}

/** Spends one try of an active employee's PIN. Undefined where it is locked, used up, or there is none. */
export async function spendPinTry(
  tx: TenantTransaction,
  employeeId: string,
): Promise<{ passwordHash: string } | undefined> {
  const [row] = await tx.query<{ passwordHash: string }>(
    {
      name: 'spend_employee_pin_try',
      text: `UPDATE employee_pins p SET failed_tries = p.failed_tries + 1,
               locked_until = CASE WHEN (p.failed_tries + 1) % ${PIN_TRIES} = 0
                 THEN $3::timestamptz + make_interval(secs => ${PIN_LOCK_SECONDS}) END
             FROM employees e
             WHERE p.merchant_id = $1 AND p.employee_id = $2
               AND e.merchant_id = p.merchant_id AND e.id = p.employee_id AND e.is_active
               AND (p.locked_until IS NULL OR p.locked_until <= $3) AND p.failed_tries < ${PIN_TRIES_IN_ALL}
             RETURNING p.pin_hash AS "passwordHash"`,
    },
    [tx.merchantId, employeeId, tx.now],
  );
  return row;
}

/** Forgets the wrong tries and unlocks the PIN, after a right one or a login. */
export async function endPinTries(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.query(
    {
      name: 'end_employee_pin_tries',
      text: `UPDATE employee_pins SET failed_tries = 0, locked_until = NULL
             WHERE merchant_id = $1 AND employee_id = $2 AND failed_tries > 0`,
    },
    [tx.merchantId, employeeId],
  );
}
