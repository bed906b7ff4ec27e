import type { ApiScope } from 'domain/api-keys';
import type { Role } from 'domain/roles';
import type { Tenancy } from '../tenant.ts';
import { type ApiKeyRow, listApiKeyRows } from './api-keys.sql.ts';

/** At most twenty keys can be in use; of the revoked ones the latest are enough. */
const LATEST = 60;

/** Times are ISO 8601. */
export interface ListedApiKey {
  id: string;
  name: string;
  /** The visible start of the key. */
  prefix: string;
  scopes: ApiScope[];
  /** The employee it acts for; while inactive, the key does not work. */
  employee: { id: string; name: string; role: Role; isActive: boolean };
  createdBy: string;
  createdAt: string;
  /** Accurate to the minute. */
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** The merchant's keys, usable ones first. */
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
