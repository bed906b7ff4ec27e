import type { Role } from 'domain/roles';
import type { TenantTransaction } from '../tenant.ts';

export interface EmployeeRow {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  is_active: boolean;
  has_password: boolean;
  created_at: Date;
}

/** All present and former employees of the merchant, newest first. */
export async function listEmployeeRows(tx: TenantTransaction): Promise<EmployeeRow[]> {
  return await tx.query<EmployeeRow>(
    {
      name: 'list_employees',
      text: `SELECT id, name, email, phone, role, is_active, password_hash IS NOT NULL AS has_password, created_at
             FROM employees WHERE merchant_id = $1 ORDER BY created_at DESC, id DESC`,
    },
    [tx.merchantId],
  );
}

export type LockedEmployeeRow = Pick<EmployeeRow, 'id' | 'role' | 'is_active' | 'has_password'>;

/**
 * Locks the named employees and all owners until the transaction ends. Always in the order of their ids, so
 * that two employees changing each other wait and never deadlock. An employee made owner during the wait is
 * missing, which is safe: there are then more owners than the caller sees.
 */
export async function lockEmployees(tx: TenantTransaction, ids: string[]): Promise<LockedEmployeeRow[]> {
  return await tx.query<LockedEmployeeRow>(
    {
      name: 'lock_employees',
      text: `SELECT id, role, is_active, password_hash IS NOT NULL AS has_password FROM employees
             WHERE merchant_id = $1 AND (id = ANY ($2) OR role = 'owner') ORDER BY id FOR NO KEY UPDATE`,
    },
    [tx.merchantId, ids],
  );
}

/** Inserts an employee without a password, which an invitation lets them set. */
export async function insertEmployee(
  tx: TenantTransaction,
  employee: { id: string; name: string; email: string; role: Role; createdAt: Date },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_employee',
      text: `INSERT INTO employees (merchant_id, id, name, email, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    },
    [tx.merchantId, employee.id, employee.name, employee.email, employee.role, employee.createdAt],
  );
}

export async function updateEmployeeActive(
  tx: TenantTransaction,
  id: string,
  isActive: boolean,
): Promise<void> {
  await tx.query(
    {
      name: 'update_employee_active',
      text: 'UPDATE employees SET is_active = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id, isActive],
  );
}

export async function updateEmployeeRole(tx: TenantTransaction, id: string, role: Role): Promise<void> {
  await tx.query(
    {
      name: 'update_employee_role',
      text: 'UPDATE employees SET role = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id, role],
  );
}

/** The merchant's active owners. */
export async function listOwnerRows(
  tx: TenantTransaction,
): Promise<{ id: string; name: string; email: string }[]> {
  return await tx.query(
    {
      name: 'list_owners',
      text: `SELECT id, name, email FROM employees WHERE merchant_id = $1 AND role = 'owner' AND is_active ORDER BY id`,
    },
    [tx.merchantId],
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
