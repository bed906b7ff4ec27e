import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Recomputing ten million purchases takes minutes. */
const LONG_MS = 30 * 60_000;
const LONG = { query_timeout: LONG_MS };

/**
 * Each table of rollups, and the condition under which a row counts anything: reversals leave rows of zeros.
 */
const ROLLUPS = {
  daily_rollups:
    'num_nonnulls(nullif(purchases, 0), nullif(unconfirmed_purchases, 0), nullif(unconfirmed_cents, 0), nullif(redemptions, 0), nullif(new_customers, 0), nullif(revenue_cents, 0), nullif(cashback_cents, 0), nullif(redeemed_cents, 0)) > 0',
  daily_employee_rollups:
    'num_nonnulls(nullif(purchases, 0), nullif(unconfirmed_purchases, 0), nullif(unconfirmed_cents, 0), nullif(redemptions, 0), nullif(revenue_cents, 0), nullif(cashback_cents, 0), nullif(redeemed_cents, 0)) > 0',
  visit_rollups: 'visits <> 0',
  visit_month_rollups: 'visits <> 0',
  cohort_rollups: 'customers <> 0 OR spent_cents <> 0',
  customer_rollups: 'purchases <> 0 OR spent_cents <> 0 OR last_day IS NOT NULL',
  segment_rollups: 'customers <> 0 OR spent_cents <> 0',
  lot_rollups: 'remaining_cents <> 0 OR expired_cents <> 0',
} as const;

export type RollupTable = keyof typeof ROLLUPS;
export const ROLLUP_TABLES = Object.keys(ROLLUPS) as RollupTable[];

/** Raises the limits of this transaction to `LONG_MS` and more memory. */
export async function allowLongStatements(tx: TenantTransaction): Promise<void> {
  await tx.query(
    {
      name: 'allow_long_rollup_statements',
      text: `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', '10s', true),
               set_config('idle_in_transaction_session_timeout', '0', true), set_config('work_mem', '128MB', true)`,
    },
    [String(LONG_MS)],
  );
}

export async function lockRollups(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'lock_rollups', text: 'SELECT lock_rollups($1)' }, [tx.merchantId]);
}

/** Applies all changes that the transaction sees. The caller holds the merchant's lock. */
export async function applyAllChanges(tx: TenantTransaction): Promise<void> {
  await tx.query(
    { ...LONG, name: 'apply_all_rollup_changes', text: 'SELECT apply_rollup_changes($1, 2147483647)' },
    [tx.merchantId],
  );
}

/** For a rebuild, which counts the rows that made these changes. */
export async function deleteChanges(tx: TenantTransaction): Promise<void> {
  await tx.query(
    { ...LONG, name: 'delete_rollup_changes', text: 'DELETE FROM rollup_changes WHERE merchant_id = $1' },
    [tx.merchantId],
  );
}

/** Derived from a table that stands earlier in ROLLUPS, which saves counting the purchases again. */
const DERIVED: Partial<Record<RollupTable, string>> = {
  visit_month_rollups: `SELECT merchant_id, day, month_of(previous_day), sum(visits)::integer
                        FROM visit_rollups WHERE merchant_id = $1 GROUP BY 1, 2, 3`,
  segment_rollups: `SELECT c.merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents),
                      count(*)::integer, sum(c.spent_cents)::bigint
                    FROM customer_rollups c,
                      LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
                    WHERE c.merchant_id = $1 GROUP BY 1, 2, 3, 4, 5`,
};

/** Replaces one table's rows of the merchant. The tables must be rebuilt in the order of ROLLUPS. */
export async function rebuildTable(tx: TenantTransaction, table: RollupTable): Promise<void> {
  await tx.query({ ...LONG, name: `empty_${table}`, text: `DELETE FROM ${table} WHERE merchant_id = $1` }, [
    tx.merchantId,
  ]);
  const rows = DERIVED[table] ?? `SELECT * FROM recompute_${table}($1)`;
  await tx.query({ ...LONG, name: `rebuild_${table}`, text: `INSERT INTO ${table} ${rows}` }, [
    tx.merchantId,
  ]);
}

export async function markBuilt(tx: TenantTransaction, at: Moment): Promise<void> {
  await tx.query(
    {
      name: 'mark_rollups_built',
      text: `INSERT INTO rollup_states (merchant_id, built_at) VALUES ($1, $2)
             ON CONFLICT (merchant_id) DO UPDATE SET built_at = excluded.built_at`,
    },
    [tx.merchantId, at],
  );
}

export interface RollupDifferenceRow {
  side: 'stored' | 'recomputed';
  row: Record<string, unknown>;
}

/** Rows that are stored and not recomputed, or recomputed and not stored; at most 1,000. */
export async function listRollupDifferences(
  tx: TenantTransaction,
  table: RollupTable,
): Promise<RollupDifferenceRow[]> {
  const stored = `SELECT * FROM ${table} WHERE merchant_id = $1 AND (${ROLLUPS[table]})`;
  return await tx.query<RollupDifferenceRow>(
    {
      ...LONG,
      name: `compare_${table}`,
      text: `WITH stored AS MATERIALIZED (${stored}), recomputed AS MATERIALIZED (SELECT * FROM recompute_${table}($1))
             SELECT 'stored' AS side, to_jsonb(d) AS row FROM (TABLE stored EXCEPT TABLE recomputed) d
             UNION ALL SELECT 'recomputed', to_jsonb(d) FROM (TABLE recomputed EXCEPT TABLE stored) d LIMIT 1000`,
    },
    [tx.merchantId],
  );
}
