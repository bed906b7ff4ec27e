import type { Role } from 'domain/roles';
import type { TenantTransaction } from '../tenant.ts';

/** Roles that must have a second step. Who is late is in `lookup.staff_sessions`, by the same rule. */

export interface FactorDemandRow {
  role: Role;
  graceDays: number;
}

export async function listFactorDemands(tx: TenantTransaction): Promise<FactorDemandRow[]> {
  return await tx.query<FactorDemandRow>(
    {
      name: 'list_factor_demands',
      text: `SELECT role, grace_days AS "graceDays" FROM factor_demands WHERE merchant_id = $1 ORDER BY role`,
    },
    [tx.merchantId],
  );
}

/** Demands it of these roles and of no other ones. A role of which it was demanded already keeps its day. */
export async function replaceFactorDemands(
  tx: TenantTransaction,
  roles: readonly Role[],
  graceDays: number,
): Promise<void> {
  await tx.query(
    {
      name: 'delete_factor_demands',
      text: 'DELETE FROM factor_demands WHERE merchant_id = $1 AND role <> ALL ($2)',
    },
    [tx.merchantId, roles],
  );
  await tx.query(
    {
      name: 'upsert_factor_demands',
      text: `INSERT INTO factor_demands (merchant_id, role, grace_days, demanded_at)
             SELECT $1, role, $3, money_now() FROM unnest($2::text[]) AS role
             ON CONFLICT (merchant_id, role) DO UPDATE SET grace_days = excluded.grace_days`,
    },
    [tx.merchantId, roles, graceDays],
  );
}
