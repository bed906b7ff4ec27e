import type { TenantTransaction } from '../tenant.ts';

export interface LockedEmployeeRow {
  name: string;
  email: string;
  phone: string | null;
  passwordHash: string | null;
}

/** The active employee, locked until the transaction ends. */
export async function lockEmployee(
  tx: TenantTransaction,
  employeeId: string,
): Promise<LockedEmployeeRow | undefined> {
  const [row] = await tx.query<LockedEmployeeRow>(
    {
      name: 'lock_employee',
      text: `SELECT name, email, phone, password_hash AS "passwordHash" FROM employees
             WHERE merchant_id = $1 AND id = $2 AND is_active FOR NO KEY UPDATE`,
    },
    [tx.merchantId, employeeId],
  );
  return row;
}
