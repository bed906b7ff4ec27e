import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { CUSTOMER_RULES } from './verify-ledger-customers.sql.ts';
import { LOT_RULES } from './verify-ledger-lots.sql.ts';
import { SOURCE_RULES } from './verify-ledger-sources.sql.ts';
import { SUMS } from './verify-ledger-sums.sql.ts';

export interface LedgerDifferenceRow {
  check: string;
  customer_id: string | null;
  subject_id: string | null;
  expected: string;
  found: string;
}

const ROWS_PER_FETCH = 1_000;

/** Large merchants take longer than a request may: in the server without limit, in the driver for an hour. */
const LONG = { query_timeout: 3_600_000 };

/**
 * Memory is for each of a dozen sorts and hashes, so it stays small; they spill to temporary files. A cursor is read
 * to its end, so plans are chosen for the whole, not for its first rows.
 */
const PREPARE = {
  ...LONG,
  name: 'prepare_ledger_verification',
  text: `SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '16MB', true),
           set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true)`,
};

const DECLARE = {
  ...LONG,
  name: 'declare_ledger_differences',
  text: `DECLARE ledger_differences NO SCROLL CURSOR FOR
         WITH ${SUMS} ${LOT_RULES} UNION ALL ${CUSTOMER_RULES} UNION ALL ${SOURCE_RULES}`,
};

const FETCH = {
  ...LONG,
  name: 'fetch_ledger_differences',
  text: `FETCH ${ROWS_PER_FETCH} FROM ledger_differences`,
};

const CLOSE = { name: 'close_ledger_differences', text: 'CLOSE ledger_differences' };

const COUNT = {
  ...LONG,
  name: 'count_ledger_entries',
  text: 'SELECT count(*) AS entries FROM ledger_entries WHERE merchant_id = $1',
};

/**
 * Recomputes from the ledger all that is kept of it elsewhere. One statement, so it sees one moment, and may run
 * while money moves. Each row is a difference, a clean ledger has none; they arrive as they are read, so that a ledger
 * with a million of them needs no more memory than one with ten.
 */
export async function* listLedgerDifferences(tx: TenantTransaction): AsyncGenerator<LedgerDifferenceRow> {
  await tx.query(PREPARE, []);
  await tx.query(DECLARE, [tx.merchantId]);
  for (;;) {
    const rows = await tx.query<LedgerDifferenceRow>(FETCH, []);
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.query(CLOSE, []);
}

export async function countLedgerEntries(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ entries: string | number }>(COUNT, [tx.merchantId]);
  return Number(row?.entries);
}

/** Merchants after `after`, active or not. Ids only, in order. */
export async function listMerchants(
  tenancy: Pick<Tenancy, 'lookup'>,
  page: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    { name: 'merchant_ids', text: 'SELECT * FROM lookup.merchant_ids($1, $2) AS id' },
    [page.after, page.limit],
  );
  return rows.map((row) => row.id);
}
