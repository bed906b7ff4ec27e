import type { EmployeeTarget } from 'domain/employee-rules';
import type { TenantTransaction } from '../tenant.ts';

export type LockedEmployee = Omit<EmployeeTarget, 'addedBy'> & { email: string };

/**
 * Locks the named employees and all owners until the transaction ends. Always in the order of their ids, so
 * that two employees changing each other wait and never deadlock. An employee made owner during the wait is
 * missing, which is safe: there are then more owners than the caller sees.
 */
export async function lockEmployees(tx: TenantTransaction, ids: string[]): Promise<LockedEmployee[]> {
  return await tx.query(
    {
      name: 'lock_employees',
      text: `SELECT id, email, role, is_active AS "isActive", password_hash IS NOT NULL AS "hasPassword" FROM employees
             WHERE merchant_id = $1 AND (id = ANY ($2) OR role = 'owner') ORDER BY id FOR NO KEY UPDATE`,
    },
    [tx.merchantId, ids],
  );
}

/**
 * Maps each employee without a password to the employee who added them. The value is null if the audit log
 * has no entry of who added the employee, and if the employee had a password before: setting a password
 * changes `device_generation`.
 */
export async function listInvited(tx: TenantTransaction): Promise<Map<string, string | null>> {
  const rows = await tx.query<{ id: string; addedBy: string | null }>(
    {
      name: 'list_invited',
      text: `SELECT e.id, a.employee_id AS "addedBy" FROM employees e
             LEFT JOIN audit_log a ON a.merchant_id = e.merchant_id AND a.entity_id = e.id::text
               AND a.action = 'employee.add' AND e.device_generation = 0
             WHERE e.merchant_id = $1 AND e.password_hash IS NULL`,
    },
    [tx.merchantId],
  );
  return new Map(rows.map(({ id, addedBy }) => [id, addedBy]));
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
