import type { TenantTransaction } from '../tenant.ts';

/** Second steps that the platform was asked to turn off. */

export interface FactorResetRow {
  dueAt: Date;
  isDue: boolean;
}

export async function findFactorReset(
  tx: TenantTransaction,
  employeeId: string,
): Promise<FactorResetRow | undefined> {
  const [row] = await tx.query<FactorResetRow>(
    {
      name: 'find_factor_reset',
      text: `SELECT due_at AS "dueAt", due_at <= money_now() AS "isDue" FROM factor_resets
             WHERE merchant_id = $1 AND employee_id = $2`,
    },
    [tx.merchantId, employeeId],
  );
  return row;
}

/** Returns when it is due. */
export async function insertFactorReset(
  tx: TenantTransaction,
  employeeId: string,
  waitSeconds: number,
): Promise<Date> {
  const [row] = await tx.query<{ dueAt: Date }>(
    {
      name: 'insert_factor_reset',
      text: `INSERT INTO factor_resets (merchant_id, employee_id, asked_at, due_at)
             VALUES ($1, $2, money_now(), money_now() + make_interval(secs => $3))
             RETURNING due_at AS "dueAt"`,
    },
    [tx.merchantId, employeeId, waitSeconds],
  );
  if (!row) throw new Error('an INSERT returned no row');
  return row.dueAt;
}

/** Returns whether there was one. */
export async function deleteFactorReset(tx: TenantTransaction, employeeId: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'delete_factor_reset',
      text: 'DELETE FROM factor_resets WHERE merchant_id = $1 AND employee_id = $2 RETURNING employee_id',
    },
    [tx.merchantId, employeeId],
  );
  return rows.length === 1;
}

/**
 * Every address by which the employee or an owner may hear of it: the present ones, and those that notices
 * went to before they were changed.
 */
export async function listAddressesOnRecord(tx: TenantTransaction, employeeId: string): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(
    {
      name: 'list_addresses_on_record',
      text: `SELECT email FROM employees
             WHERE merchant_id = $1 AND is_active AND (id = $2 OR role = 'owner')
             UNION SELECT email FROM security_notices WHERE merchant_id = $1 AND employee_id = $2
             UNION SELECT email FROM email_links WHERE merchant_id = $1 AND employee_id = $2
             ORDER BY 1`,
    },
    [tx.merchantId, employeeId],
  );
  return rows.map(({ email }) => email);
}
