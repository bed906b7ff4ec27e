import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** Logins whose password was right and whose second step is still missing. */

export async function insertHalfOpenLogin(
  tx: TenantTransaction,
  login: { id: string; employeeId: string; tokenHash: Buffer; tries: number; ttlSeconds: number },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_half_open_login',
      text: `INSERT INTO half_open_logins
               (merchant_id, id, employee_id, token_hash, tries_left, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, money_now(), money_now() + make_interval(secs => $6))`,
    },
    [tx.merchantId, login.id, login.employeeId, login.tokenHash, login.tries, login.ttlSeconds],
  );
}

/** The merchant and id of the login with this hash, also of one that is over. */
export async function findHalfOpenLoginByHash(
  tenancy: Pick<Tenancy, 'lookup'>,
  tokenHash: Buffer,
): Promise<{ merchantId: string; id: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchantId: string; id: string }>(
    {
      name: 'half_open_login_by_token',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.half_open_login_by_token($1)',
    },
    [tokenHash],
  );
  return row;
}

export interface HalfOpenLoginRow {
  employeeId: string;
  email: string;
  deviceGeneration: number;
}

/** The login, if it may still be finished: in time, with a try left, of an active employee and merchant. */
export async function findHalfOpenLogin(
  tx: TenantTransaction,
  id: string,
): Promise<HalfOpenLoginRow | undefined> {
  const [row] = await tx.query<HalfOpenLoginRow>(
    {
      name: 'find_half_open_login',
      text: `SELECT l.employee_id AS "employeeId", e.email, e.device_generation AS "deviceGeneration"
             FROM half_open_logins l
             JOIN employees e ON e.merchant_id = l.merchant_id AND e.id = l.employee_id AND e.is_active
             JOIN merchants m ON m.id = l.merchant_id AND m.is_active
             WHERE l.merchant_id = $1 AND l.id = $2 AND l.tries_left > 0 AND l.expires_at > money_now()`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** Spends one try and returns how many are left; undefined where none was. Locks the login. */
export async function spendTry(tx: TenantTransaction, id: string): Promise<number | undefined> {
  const [row] = await tx.query<{ triesLeft: number }>(
    {
      name: 'spend_login_try',
      text: `UPDATE half_open_logins SET tries_left = tries_left - 1
             WHERE merchant_id = $1 AND id = $2 AND tries_left > 0 AND expires_at > money_now()
             RETURNING tries_left AS "triesLeft"`,
    },
    [tx.merchantId, id],
  );
  return row?.triesLeft;
}

export async function deleteHalfOpenLogin(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    {
      name: 'delete_half_open_login',
      text: 'DELETE FROM half_open_logins WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id],
  );
}

/** All of the employee's: the password that opened them is replaced. */
export async function deleteHalfOpenLogins(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.query(
    {
      name: 'delete_half_open_logins',
      text: 'DELETE FROM half_open_logins WHERE merchant_id = $1 AND employee_id = $2',
    },
    [tx.merchantId, employeeId],
  );
}
