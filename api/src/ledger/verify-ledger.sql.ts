import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { CUSTOMER_RULES } from './verify-ledger-customers.sql.ts';
import { DATE_RULES } from './verify-ledger-dates.sql.ts';
import { LOT_RULES } from './verify-ledger-lots.sql.ts';
import { SOURCE_RULES } from './verify-ledger-sources.sql.ts';
import { sums } from './verify-ledger-sums.sql.ts';

export interface LedgerDifferenceRow {
  check: string;
  customer_id: string | null;
  subject_id: string | null;
  expected: string;
  found: string;
}

const ROWS_PER_FETCH = 1_000;

/** Large merchants take longer than a request may: in the server without limit, in the driver for an hour. */
export const LONG = { query_timeout: 3_600_000 };

/**
 * Lifts the time limit of a transaction whose statements read all of a merchant, which takes longer than a
 * call may.
 */
export async function allowLong(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'allow_long', text: "SELECT set_config('statement_timeout', '0', true)" }, []);
}

/**
 * Memory is for each of a dozen sorts and hashes, so it stays small; they spill to temporary files. A cursor
 * is read to its end, so plans are chosen for the whole, not for its first rows.
 */
const PREPARE = {
  ...LONG,
  name: 'prepare_ledger_verification',
  text: `SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '16MB', true),
           set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true)`,
};

const RULES = [LOT_RULES, CUSTOMER_RULES, SOURCE_RULES, DATE_RULES].join(' UNION ALL ');

/** Leaves out what a correction stored as history, exactly as it was. Compared as texts, to be hashed. */
const UNKNOWN = `
  SELECT d.* FROM (${RULES}) d WHERE NOT EXISTS (
    SELECT FROM ledger_correction k
    WHERE k.stays AND k.broken_rule = d.check AND ${['customer_id', 'subject_id', 'expected', 'found']
      .map((column) => `coalesce(k.${column}::text, '') = coalesce(d.${column}::text, '')`)
      .join(' AND ')})`;
const declare = (name: string, isOfSome: boolean) => ({
  ...LONG,
  name,
  text: `DECLARE ledger_differences NO SCROLL CURSOR FOR WITH ${sums({ isOfSome })} ${UNKNOWN}`,
});
const DECLARE = declare('declare_ledger_differences', false);
const DECLARE_OF_SOME = declare('declare_ledger_differences_of_some', true);

const FETCH = {
  ...LONG,
  name: 'fetch_ledger_differences',
  text: `FETCH ${ROWS_PER_FETCH} FROM ledger_differences`,
};

const CLOSE = { name: 'close_ledger_differences', text: 'CLOSE ledger_differences' };

const COUNT = {
  ...LONG,
  name: 'count_ledger_entries',
  text: `SELECT count(*) AS entries FROM ledger_entries
         WHERE merchant_id = $1 AND ($2::uuid[] IS NULL OR customer_id = ANY ($2))`,
};

/**
 * Customers with a purchase, a redemption, a correction or an entry since then, and the records merged with
 * them. Entries have no index by time, so they are read from the newest back to the first that is older.
 */
const LIST_MOVED = {
  ...LONG,
  name: 'list_moved_customers',
  text: `WITH RECURSIVE moved AS (
           SELECT customer_id FROM transactions WHERE merchant_id = $1 AND created_at >= $2
           UNION SELECT customer_id FROM redemptions WHERE merchant_id = $1 AND created_at >= $2
           UNION SELECT customer_id FROM purchase_reversals WHERE merchant_id = $1 AND created_at >= $2
           UNION SELECT target_customer_id FROM customer_merges WHERE merchant_id = $1 AND created_at >= $2
           UNION SELECT customer_id FROM ledger_entries WHERE merchant_id = $1 AND id > coalesce((
             SELECT id FROM ledger_entries WHERE merchant_id = $1 AND created_at < $2 ORDER BY id DESC LIMIT 1), 0)
         ), record AS (
           SELECT coalesce(c.merged_into_id, c.id) AS id
           FROM moved JOIN customers c ON c.merchant_id = $1 AND c.id = moved.customer_id
           UNION SELECT m.source_customer_id FROM record
             JOIN customer_merges m ON m.merchant_id = $1 AND m.target_customer_id = record.id
         )
         SELECT id FROM record`,
};

/**
 * Recomputes from the ledger all that is kept of it elsewhere. One statement, so it sees one moment, and may
 * run while money moves. Each row is a difference, a clean ledger has none; they arrive as they are read, so
 * that a ledger with a million of them needs no more memory than one with ten. `customerIds`: only of these,
 * see listMovedCustomers.
 */
export async function* listLedgerDifferences(
  tx: TenantTransaction,
  customerIds?: string[],
): AsyncGenerator<LedgerDifferenceRow> {
  await tx.query(PREPARE, []);
  if (customerIds) await tx.query(DECLARE_OF_SOME, [tx.merchantId, customerIds]);
  else await tx.query(DECLARE, [tx.merchantId]);
  for (;;) {
    const rows = await tx.query<LedgerDifferenceRow>(FETCH, []);
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.query(CLOSE, []);
}

export async function countLedgerEntries(tx: TenantTransaction, customerIds?: string[]): Promise<number> {
  const [row] = await tx.query<{ entries: string | number }>(COUNT, [tx.merchantId, customerIds ?? null]);
  return Number(row?.entries);
}

/**
 * The merchant's customers whose money moved since then, with every record that was merged with one of them.
 */
export async function listMovedCustomers(tx: TenantTransaction, since: Moment): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(LIST_MOVED, [tx.merchantId, since]);
  return rows.map((row) => row.id);
}
