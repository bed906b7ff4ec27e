import { randomUUID } from 'node:crypto';
import type { Role } from 'domain/roles';
import type pg from 'pg';
import type { StaffSession } from '../staff-session.ts';

export interface Employee {
  id: string;
  email: string;
  role: Role;
}

/** No password has this hash; it only says that there is one. */
export const SOME_HASH = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2g';

/**
 * Inserts an employee of the merchant straight into the database; `passwordOf`: has the password of the
 * employee with this e-mail.
 */
export async function insertEmployee(
  owner: pg.Pool,
  merchantId: string,
  role: Role,
  { name = 'Pessoa', isActive = true, hasPassword = true, passwordOf = '' } = {},
): Promise<Employee> {
  const id = randomUUID();
  const email = `${id}@loja.example`;
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, is_active, password_hash)
     SELECT $1, $2, $8, $3, $4, $5, coalesce((SELECT password_hash FROM employees WHERE email = $7), $6)`,
    [merchantId, id, email, role, isActive, hasPassword ? SOME_HASH : null, passwordOf, name],
  );
  return { id, email, role };
}

/** Joana, an operator of the merchant, with TEST_PASSWORD as its owner. */
export const hireJoana = (
  owner: pg.Pool,
  { merchantId, ownerEmail }: { merchantId: string; ownerEmail: string },
): Promise<Employee> =>
  insertEmployee(owner, merchantId, 'operator', { name: 'Joana', passwordOf: ownerEmail });

/** The employee as a use case meets them, without a session in the database. */
export function sessionOf(merchant: StaffSession, employee: Employee): StaffSession {
  const { id, email, role } = employee;
  return {
    ...merchant,
    employeeId: id,
    client: {
      ...merchant.client,
      user: { id, email },
      employee: { ...merchant.client.employee, id, email, role },
    },
  };
}
