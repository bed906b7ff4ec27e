import type { ApiScope } from 'domain/api-keys';
import type { Role } from 'domain/roles';
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
  is_active: boolean;
}

/** Locks these employees against changes until the transaction ends. */
export async function lockKeyEmployees(tx: TenantTransaction, ids: string[]): Promise<KeyEmployeeRow[]> {
  return await tx.query<KeyEmployeeRow>(
    {
      name: 'lock_key_employees',
      text: `SELECT id, name, role, is_active FROM employees
             WHERE merchant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR SHARE`,
    },
    [tx.merchantId, ids],
  );
}

export async function countLiveApiKeys(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    {
      name: 'count_live_api_keys',
      text: 'SELECT count(*)::int AS count FROM api_keys WHERE merchant_id = $1 AND revoked_at IS NULL',
    },
    [tx.merchantId],
  );
  return row?.count ?? 0;
}

export async function insertApiKey(
  tx: TenantTransaction,
  key: {
    id: string;
    employeeId: string;
    createdById: string;
    name: string;
    prefix: string;
    keyHash: Buffer;
    scopes: readonly ApiScope[];
    createdAt: Date;
  },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_api_key',
      text: `INSERT INTO api_keys (merchant_id, id, employee_id, created_by_id, name, prefix, key_hash, scopes, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      tx.merchantId,
      key.id,
      key.employeeId,
      key.createdById,
      key.name,
      key.prefix,
      key.keyHash,
      key.scopes,
      key.createdAt,
    ],
  );
}

export interface ApiKeyRow {
  id: string;
  name: string;
  prefix: string;
  scopes: ApiScope[];
  employee_id: string;
  employee_name: string;
  employee_role: Role;
  employee_is_active: boolean;
  created_by_name: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Usable keys first, then the newest. */
export async function listApiKeyRows(tx: TenantTransaction, limit: number): Promise<ApiKeyRow[]> {
  return await tx.query<ApiKeyRow>(
    {
      name: 'list_api_keys',
      text: `SELECT k.id, k.name, k.prefix, k.scopes, k.employee_id, e.name AS employee_name, e.role AS employee_role,
               e.is_active AS employee_is_active, c.name AS created_by_name, k.created_at, k.last_used_at, k.revoked_at
             FROM api_keys k
             JOIN employees e ON e.merchant_id = k.merchant_id AND e.id = k.employee_id
             JOIN employees c ON c.merchant_id = k.merchant_id AND c.id = k.created_by_id
             WHERE k.merchant_id = $1
             ORDER BY k.revoked_at IS NOT NULL, k.created_at DESC, k.id DESC LIMIT $2`,
    },
    [tx.merchantId, limit],
  );
}

/** Revokes the key; `is_new` is false if it was revoked before. Undefined if the merchant has no such key. */
export async function revokeApiKeyRow(
  tx: TenantTransaction,
  id: string,
  revokedAt: Date,
): Promise<{ name: string; prefix: string; is_new: boolean } | undefined> {
  const [row] = await tx.query<{ name: string; prefix: string; is_new: boolean }>(
    {
      name: 'revoke_api_key',
      text: `WITH before AS (
               SELECT id, revoked_at FROM api_keys WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE)
             UPDATE api_keys k SET revoked_at = coalesce(k.revoked_at, $3)
             FROM before WHERE k.merchant_id = $1 AND k.id = before.id
             RETURNING k.name, k.prefix, before.revoked_at IS NULL AS is_new`,
    },
    [tx.merchantId, id, revokedAt],
  );
  return row;
}

/** The key with this hash and its merchant; undefined if none in force has it. */
export async function findApiKeyByHash(
  tenancy: Tenancy,
  keyHash: Buffer,
): Promise<{ merchant_id: string; id: string } | undefined> {
  const [row] = await tenancy.lookup<{ merchant_id: string; id: string }>(
    { name: 'api_key_by_hash', text: 'SELECT merchant_id, id FROM lookup.api_key_by_hash($1)' },
    [keyHash],
  );
  return row;
}

export interface ApiKeyCallerRow {
  scopes: ApiScope[];
  last_used_at: Date | null;
  employee_id: string;
  employee_role: Role;
  merchant_name: string;
  time_zone: string;
}

/** The key with its employee and merchant, if all of them are active. */
export async function findApiKeyCaller(
  tx: TenantTransaction,
  id: string,
): Promise<ApiKeyCallerRow | undefined> {
  const [row] = await tx.query<ApiKeyCallerRow>(
    {
      name: 'find_api_key_caller',
      text: `SELECT k.scopes, k.last_used_at, k.employee_id, e.role AS employee_role,
               m.name AS merchant_name, m.time_zone
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
export async function noteApiKeyUse(tx: TenantTransaction, id: string, usedAt: Date): Promise<void> {
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
