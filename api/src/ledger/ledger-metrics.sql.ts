import type { Tenancy } from '../tenant.ts';

type Door = Pick<Tenancy, 'withoutTenant'>;

/** Counts the open alarms of each kind; kinds without one are left out. */
export async function countOpenAlarms(tenancy: Door): Promise<{ kind: string; count: number }[]> {
  return await tenancy.withoutTenant(
    {
      name: 'count_open_alarms',
      text: 'SELECT kind, count(*)::int AS count FROM operations.alarms WHERE ended_at IS NULL GROUP BY kind',
    },
    [],
  );
}

/** Centavos held for the platform as a whole, or else for the merchants that are held. */
export async function sumHeldExpiry(tenancy: Door): Promise<number> {
  const [row] = await tenancy.withoutTenant<{ cents: number }>(
    {
      name: 'sum_held_expiry',
      text: `SELECT coalesce(sum((details->>'dueCents')::bigint), 0)::bigint AS cents FROM operations.alarms
             WHERE kind = 'expiry_held' AND ended_at IS NULL`,
    },
    [],
  );
  return row?.cents ?? 0;
}

/** The newest completed proof of each scope, with its age. */
export async function listProofAges(
  tenancy: Door,
): Promise<{ scope: string; age_seconds: number; differences: number }[]> {
  return await tenancy.withoutTenant(
    {
      name: 'list_proof_ages',
      text: `SELECT DISTINCT ON (scope) scope, differences,
               abs(extract(epoch FROM money_now() - finished_at))::float8 AS age_seconds
             FROM operations.ledger_verifications WHERE error IS NULL ORDER BY scope, id DESC`,
    },
    [],
  );
}
