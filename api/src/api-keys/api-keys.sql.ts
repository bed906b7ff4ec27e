import type { ApiScope } from 'domain/api-keys';
import type { Role } from 'domain/roles';
import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** Serializes the creation of a merchant's keys, so that their limit holds. */
export async function lockApiKeys(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'lock_api_keys', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))' }, [
    `api-keys:${tx.merchantId}`,
  ]);
}

export interface KeyEmployeeRow {
  id: string;
  name: string;
  role: Role;
  isActive: boolean;
}

/** Locks these employees against changes until the transaction ends. */
export async function lockKeyEmployees(tx: TenantTransaction, ids: string[]): Promise<KeyEmployeeRow[]> {
  return await tx.query<KeyEmployeeRow>(
    {
      name: 'lock_key_employees',
      text: `SELECT id, name, role, is_active AS "isActive" FROM employees
             WHERE merchant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR SHARE`,
    },
    [tx.merchantId, ids],
  );
}

/** The key with this hash and its merchant; undefined if none in force has it. */
export async function findApiKeyByHash(
  tenancy: Tenancy,
  keyHash: Buffer,
): Promise<{ merchantId: string; id: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchantId: string; id: string }>(
    {
      name: 'api_key_by_hash',
      text: 'SELECT merchant_id AS "merchantId", id FROM lookup.api_key_by_hash($1)',
    },
    [keyHash],
  );
  return row;
}

export interface ApiKeyCallerRow {
  scopes: ApiScope[];
  lastUsedAt: Moment | null;
  employeeId: string;
  role: Role;
  merchantName: string;
  timeZone: string;
}

/** The key with its employee and merchant, if all of them are active. */
export async function findApiKeyCaller(
  tx: TenantTransaction,
  id: string,
): Promise<ApiKeyCallerRow | undefined> {
  const [row] = await tx.query<ApiKeyCallerRow>(
    {
      name: 'find_api_key_caller',
      text: `SELECT k.scopes, k.last_used_at AS "lastUsedAt", k.employee_id AS "employeeId", e.role,
               m.name AS "merchantName", m.time_zone AS "timeZone"
             FROM api_keys k
             JOIN employees e ON e.merchant_id = k.merchant_id AND e.id = k.employee_id AND e.is_active
             JOIN merchants m ON m.id = k.merchant_id AND m.is_active
             WHERE k.merchant_id = $1 AND k.id = $2 AND k.revoked_at IS NULL`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * Records the use without waiting: another transaction that holds the row records the same or revokes the
 * key.
 */
export async function noteApiKeyUse(tx: TenantTransaction, id: string, usedAt: Moment): Promise<void> {
  await tx.query(
    {
      name: 'note_api_key_use',
      text: `UPDATE api_keys SET last_used_at = $3
             WHERE merchant_id = $1 AND id IN (
               SELECT id FROM api_keys WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE SKIP LOCKED)`,
    },
    [tx.merchantId, id, usedAt],
  );
}
