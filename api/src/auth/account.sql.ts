import type { TenantTransaction } from '../tenant.ts';

/** Queries on the fields that employees change in their own account. */

export interface EmployeeRow {
  name: string;
  email: string;
  phone: string | null;
  password_hash: string | null;
}

const EMPLOYEE = `SELECT name, email, phone, password_hash FROM employees
  WHERE merchant_id = $1 AND id = $2 AND is_active`;

export async function findEmployee(
  tx: TenantTransaction,
  employeeId: string,
): Promise<EmployeeRow | undefined> {
  const [row] = await tx.query<EmployeeRow>({ name: 'find_employee', text: EMPLOYEE }, [
    tx.merchantId,
    employeeId,
  ]);
  return row;
}

/** Like `findEmployee`, and locks the row until the transaction ends. */
export async function lockEmployee(
  tx: TenantTransaction,
  employeeId: string,
): Promise<EmployeeRow | undefined> {
  const [row] = await tx.query<EmployeeRow>(
    { name: 'lock_employee', text: `${EMPLOYEE} FOR NO KEY UPDATE` },
    [tx.merchantId, employeeId],
  );
  return row;
}

/**
 * Name and address of an active employee. The worker's role may read no other column that identifies an
 * employee.
 */
export async function findAddressee(
  tx: TenantTransaction,
  employeeId: string,
): Promise<{ name: string; email: string } | undefined> {
  const [row] = await tx.query<{ name: string; email: string }>(
    {
      name: 'find_addressee',
      text: 'SELECT name, email FROM employees WHERE merchant_id = $1 AND id = $2 AND is_active',
    },
    [tx.merchantId, employeeId],
  );
  return row;
}

export async function updateProfile(
  tx: TenantTransaction,
  employeeId: string,
  profile: { name: string; email: string; phone: string | null },
): Promise<void> {
  await tx.query(
    {
      name: 'update_profile',
      text: 'UPDATE employees SET name = $3, email = $4, phone = $5 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, employeeId, profile.name, profile.email, profile.phone],
  );
}

export async function updatePasswordHash(
  tx: TenantTransaction,
  employeeId: string,
  passwordHash: string,
): Promise<void> {
  await tx.query(
    {
      name: 'update_password_hash',
      text: 'UPDATE employees SET password_hash = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, employeeId, passwordHash],
  );
}

export interface OpenSessionRow {
  id: string;
  created_at: Date;
  expires_at: Date;
  ip: string | null;
  user_agent: string | null;
}

/**
 * The employee's open sessions, newest first. Sessions older than `startedAfter` have ended, however recently
 * they were used.
 */
export async function listOpenSessions(
  tx: TenantTransaction,
  employeeId: string,
  { now, startedAfter }: { now: Date; startedAfter: Date },
): Promise<OpenSessionRow[]> {
  return await tx.query(
    {
      name: 'list_open_sessions',
      text: `SELECT id, created_at, expires_at, ip, user_agent FROM sessions
             WHERE merchant_id = $1 AND employee_id = $2 AND expires_at > $3 AND created_at > $4
             ORDER BY created_at DESC`,
    },
    [tx.merchantId, employeeId, now, startedAfter],
  );
}

/** Deletes all of the employee's sessions but one. Returns how many. */
export async function deleteOtherSessions(
  tx: TenantTransaction,
  employeeId: string,
  keptId: string,
): Promise<number> {
  const rows = await tx.query(
    {
      name: 'delete_other_sessions',
      text: 'DELETE FROM sessions WHERE merchant_id = $1 AND employee_id = $2 AND id <> $3 RETURNING id',
    },
    [tx.merchantId, employeeId, keptId],
  );
  return rows.length;
}
