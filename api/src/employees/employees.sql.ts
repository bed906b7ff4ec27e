import type { EmployeeTarget } from 'domain/employee-rules';
import type { TenantTransaction } from '../tenant.ts';

/**
 * Locks the named employees and all owners until the transaction ends. Always in the order of their ids, so
 * that two employees changing each other wait and never deadlock. An employee made owner during the wait is
 * missing, which is safe: there are then more owners than the caller sees.
 */
export async function lockEmployees(tx: TenantTransaction, ids: string[]): Promise<EmployeeTarget[]> {
  return await tx.query<EmployeeTarget>(
    {
      name: 'lock_employees',
      text: `SELECT id, role, is_active AS "isActive", password_hash IS NOT NULL AS "hasPassword" FROM employees
             WHERE merchant_id = $1 AND (id = ANY ($2) OR role = 'owner') ORDER BY id FOR NO KEY UPDATE`,
    },
    [tx.merchantId, ids],
  );
}

/** The employee's present phone and all earlier ones. */
export async function listPhonesOf(tx: TenantTransaction, employeeId: string): Promise<string[]> {
  const rows = await tx.query<{ phone: string }>(
    {
      name: 'list_phones_of',
      text: 'SELECT phone FROM employee_phones WHERE merchant_id = $1 AND employee_id = $2',
    },
    [tx.merchantId, employeeId],
  );
  return rows.map((row) => row.phone);
}
