import type { TenantTransaction } from '../tenant.ts';

/** Computing ten million sales anew takes minutes. */
const LONG_MS = 30 * 60_000;
const LONG = { query_timeout: LONG_MS };

/** Each table of figures, and what makes a row of it more than a trace of something taken back. */
const FIGURES = {
  daily_figures:
    'num_nonnulls(nullif(sales, 0), nullif(unconfirmed_sales, 0), nullif(unconfirmed_cents, 0), nullif(redemptions, 0), nullif(new_customers, 0), nullif(revenue_cents, 0), nullif(cashback_cents, 0), nullif(redeemed_cents, 0)) > 0',
  daily_employee_figures:
    'num_nonnulls(nullif(sales, 0), nullif(unconfirmed_sales, 0), nullif(unconfirmed_cents, 0), nullif(redemptions, 0), nullif(revenue_cents, 0), nullif(cashback_cents, 0), nullif(redeemed_cents, 0)) > 0',
  visit_figures: 'visits <> 0',
  visit_month_figures: 'visits <> 0',
  cohort_figures: 'customers <> 0 OR spent_cents <> 0',
  customer_figures: 'purchases <> 0 OR spent_cents <> 0 OR last_day IS NOT NULL',
  segment_figures: 'customers <> 0 OR spent_cents <> 0',
  lot_figures: 'remaining_cents <> 0 OR expired_cents <> 0',
} as const;

export type FigureTable = keyof typeof FIGURES;
export const FIGURE_TABLES = Object.keys(FIGURES) as FigureTable[];

/** Lets this transaction's statements take their time. */
export async function takeTime(tx: TenantTransaction): Promise<void> {
  await tx.query(
    {
      name: 'take_time_for_figures',
      text: `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', '10s', true),
               set_config('idle_in_transaction_session_timeout', '0', true), set_config('work_mem', '128MB', true)`,
    },
    [String(LONG_MS)],
  );
}

export async function lockFigures(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'lock_figures', text: 'SELECT lock_figures($1)' }, [tx.merchantId]);
}

/** Folds all changes that the transaction sees. The caller holds the merchant's figures. */
export async function foldAllChanges(tx: TenantTransaction): Promise<void> {
  await tx.query({ ...LONG, name: 'fold_all_figures', text: 'SELECT fold_figures($1, 2147483647)' }, [
    tx.merchantId,
  ]);
}

/** What is noted is in the rows the figures are about to be built from. */
export async function deleteChanges(tx: TenantTransaction): Promise<void> {
  await tx.query(
    { ...LONG, name: 'delete_figure_changes', text: 'DELETE FROM figure_changes WHERE merchant_id = $1' },
    [tx.merchantId],
  );
}

/** What follows from a table that stands before it in FIGURES need not be counted from the sales once more. */
const BUILT_FROM_ANOTHER: Partial<Record<FigureTable, string>> = {
  visit_month_figures: `SELECT merchant_id, day, month_of(previous_day), sum(visits)::integer
                        FROM visit_figures WHERE merchant_id = $1 GROUP BY 1, 2, 3`,
  segment_figures: `SELECT c.merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents),
                      count(*)::integer, sum(c.spent_cents)::bigint
                    FROM customer_figures c,
                      LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
                    WHERE c.merchant_id = $1 GROUP BY 1, 2, 3, 4, 5`,
};

/** Replaces one table's rows of the merchant by what the raw rows say. The tables have to be built in their order. */
export async function buildTable(tx: TenantTransaction, table: FigureTable): Promise<void> {
  await tx.query({ ...LONG, name: `empty_${table}`, text: `DELETE FROM ${table} WHERE merchant_id = $1` }, [
    tx.merchantId,
  ]);
  const rows = BUILT_FROM_ANOTHER[table] ?? `SELECT * FROM raw_${table}($1)`;
  await tx.query({ ...LONG, name: `build_${table}`, text: `INSERT INTO ${table} ${rows}` }, [tx.merchantId]);
}

export async function markBuilt(tx: TenantTransaction, at: Date): Promise<void> {
  await tx.query(
    {
      name: 'mark_figures_built',
      text: `INSERT INTO figure_states (merchant_id, built_at) VALUES ($1, $2)
             ON CONFLICT (merchant_id) DO UPDATE SET built_at = excluded.built_at`,
    },
    [tx.merchantId, at],
  );
}

export interface FigureDifferenceRow {
  side: 'kept' | 'raw';
  row: Record<string, unknown>;
}

/** Rows that are kept and do not follow from the raw rows, and rows that follow and are not kept. */
export async function listFigureDifferences(
  tx: TenantTransaction,
  table: FigureTable,
): Promise<FigureDifferenceRow[]> {
  const kept = `SELECT * FROM ${table} WHERE merchant_id = $1 AND (${FIGURES[table]})`;
  return await tx.query<FigureDifferenceRow>(
    {
      ...LONG,
      name: `compare_${table}`,
      text: `WITH kept AS MATERIALIZED (${kept}), raw AS MATERIALIZED (SELECT * FROM raw_${table}($1))
             SELECT 'kept' AS side, to_jsonb(d) AS row FROM (TABLE kept EXCEPT TABLE raw) d
             UNION ALL SELECT 'raw', to_jsonb(d) FROM (TABLE raw EXCEPT TABLE kept) d LIMIT 1000`,
    },
    [tx.merchantId],
  );
}
