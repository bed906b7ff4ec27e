import type { ApiScope } from 'domain/api-keys';
import type { Role } from 'domain/roles';
import type { Tenancy } from '../tenant.ts';
import { type ApiKeyRow, listApiKeyRows } from './api-keys.sql.ts';

/** At most twenty can be used; of those that were revoked, the latest are enough. */
const LATEST = 60;

/** Moments are ISO 8601. */
export interface ListedApiKey {
  id: string;
  name: string;
  /** What the key begins with. */
  prefix: string;
  scopes: ApiScope[];
  /** For whom it acts; one who is not active cannot be acted for. */
  employee: { id: string; name: string; role: Role; isActive: boolean };
  createdBy: string;
  createdAt: string;
  /** To the minute. */
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** The merchant's keys, those that can be used first. */
export async function listApiKeys(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ keys: ListedApiKey[] }> {
  const rows = await tenancy.withTenant(merchantId, (tx) => listApiKeyRows(tx, LATEST));
  return { keys: rows.map(present) };
}

function present(row: ApiKeyRow): ListedApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    employee: {
      id: row.employee_id,
      name: row.employee_name,
      role: row.employee_role,
      isActive: row.employee_is_active,
    },
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
