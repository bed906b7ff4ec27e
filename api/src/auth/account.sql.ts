import type { TenantTransaction } from '../tenant.ts';

export interface LockedEmployeeRow {
  name: string;
  email: string;
  phone: string | null;
  passwordHash: string | null;
  deviceGeneration: number;
}

/** The active employee, locked until the transaction ends. */
export async function lockEmployee(
  tx: TenantTransaction,
  employeeId: string,
): Promise<LockedEmployeeRow | undefined> {
  const [row] = await tx.query<LockedEmployeeRow>(
    {
      name: 'lock_employee',
      text: `SELECT name, email, phone, password_hash AS "passwordHash",
               device_generation AS "deviceGeneration"
             FROM employees
             WHERE merchant_id = $1 AND id = $2 AND is_active FOR NO KEY UPDATE`,
    },
    [tx.merchantId, employeeId],
  );
  return row;
}

/**
 * True if no other active owner has a password. Locks the employee and the owners in the order of
 * `lockEmployees`, so that of two who lose theirs at once one keeps it.
 */
export async function isWithoutOtherOwner(tx: TenantTransaction, employeeId: string): Promise<boolean> {
  const rows = await tx.query<{ isOther: boolean }>(
    {
      name: 'lock_employee_and_owners',
      text: `SELECT id <> $2 AND is_active AND password_hash IS NOT NULL AS "isOther" FROM employees
             WHERE merchant_id = $1 AND (id = $2 OR role = 'owner') ORDER BY id FOR NO KEY UPDATE`,
    },
    [tx.merchantId, employeeId],
  );
  return !rows.some(({ isOther }) => isOther);
}

/** Stores the password and ends the cookies of known devices. Returns the new generation of such cookies. */
export async function updatePassword(
  tx: TenantTransaction,
  employeeId: string,
  passwordHash: string | null,
): Promise<number> {
  const [row] = await tx.query<{ deviceGeneration: number }>(
    {
      name: 'update_password',
      text: `UPDATE employees SET password_hash = $3, device_generation = device_generation + 1
             WHERE merchant_id = $1 AND id = $2 RETURNING device_generation AS "deviceGeneration"`,
    },
    [tx.merchantId, employeeId, passwordHash],
  );
  if (!row) throw new Error('the employee whose password changes does not exist');
  return row.deviceGeneration;
}
