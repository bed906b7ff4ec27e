import type { EmployeeTarget } from 'domain/employee-rules';
import type { TenantTransaction } from '../tenant.ts';

/**
 * The employees named and all owners, who stay as they are until this transaction is over. Always locked in
 * the order of their ids, so that two employees changing each other wait and never deadlock. Somebody made
 * owner while this waited is missing, which errs on the safe side: there are then more owners than the caller
 * sees.
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

/** Today's phone and every one before it. */
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
