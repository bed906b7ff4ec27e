import type { TenantTransaction } from '../tenant.ts';

export interface BulkSyncRow {
  id: string;
  state: 'running' | 'completed';
  total_count: number;
  handed_over_count: number;
  last_customer_id: string | null;
  success_count: number;
  error_count: number;
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = `id, state, total_count, handed_over_count, last_customer_id, success_count, error_count, created_at,
  finished_at`;

/** The customers of a run: all with a purchase, unless their record was merged into another or erased. */
const HAS_BOUGHT = `c.phone IS NOT NULL AND EXISTS (
  SELECT FROM transactions t
  WHERE t.merchant_id = c.merchant_id AND t.customer_id = c.id AND t.status = 'completed')`;

export async function findLatestBulkSync(tx: TenantTransaction): Promise<BulkSyncRow | undefined> {
  const [row] = await tx.query<BulkSyncRow>(
    {
      name: 'find_latest_bulk_sync',
      text: `SELECT ${COLUMNS} FROM bulk_syncs WHERE merchant_id = $1 ORDER BY state DESC, created_at DESC LIMIT 1`,
    },
    [tx.merchantId],
  );
  return row;
}

export async function countBuyers(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    {
      name: 'count_buyers',
      text: `SELECT count(*)::int AS count FROM customers c WHERE c.merchant_id = $1 AND ${HAS_BOUGHT}`,
    },
    [tx.merchantId],
  );
  return row?.count ?? 0;
}

/** Undefined if one is running. */
export async function insertBulkSync(
  tx: TenantTransaction,
  run: { id: string; employeeId: string; totalCount: number },
): Promise<BulkSyncRow | undefined> {
  const [row] = await tx.query<BulkSyncRow>(
    {
      name: 'insert_bulk_sync',
      text: `INSERT INTO bulk_syncs (merchant_id, id, employee_id, total_count) VALUES ($1, $2, $3, $4)
             ON CONFLICT (merchant_id) WHERE state = 'running' DO NOTHING RETURNING ${COLUMNS}`,
    },
    [tx.merchantId, run.id, run.employeeId, run.totalCount],
  );
  return row;
}

/** Locks the run: until this transaction ends, no other one hands customers over or counts them. */
export async function lockBulkSync(tx: TenantTransaction, id: string): Promise<BulkSyncRow | undefined> {
  const [row] = await tx.query<BulkSyncRow>(
    {
      name: 'lock_bulk_sync',
      text: `SELECT ${COLUMNS} FROM bulk_syncs WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** Deliveries of the run that a worker could claim now. Those that wait for a retry do not count. */
export async function countOpenDeliveries(tx: TenantTransaction, id: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    {
      name: 'count_open_deliveries',
      text: `SELECT count(*)::int AS count FROM deliveries
             WHERE merchant_id = $1 AND bulk_sync_id = $2 AND state = 'waiting'
               AND (attempts = 0 OR next_attempt_at <= now())`,
    },
    [tx.merchantId, id],
  );
  return row?.count ?? 0;
}

/** In the order of their ids, from the one after `afterId`. */
export async function listBuyerIds(
  tx: TenantTransaction,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    {
      name: 'list_buyer_ids',
      text: `SELECT c.id FROM customers c
             WHERE c.merchant_id = $1 AND ($2::uuid IS NULL OR c.id > $2) AND ${HAS_BOUGHT}
             ORDER BY c.id LIMIT $3`,
    },
    [tx.merchantId, afterId, limit],
  );
  return rows.map((row) => row.id);
}

export async function updateBulkSync(tx: TenantTransaction, run: BulkSyncRow): Promise<void> {
  await tx.query(
    {
      name: 'update_bulk_sync',
      text: `UPDATE bulk_syncs SET total_count = $3, handed_over_count = $4, last_customer_id = $5, success_count = $6,
               error_count = $7, state = $8, finished_at = CASE WHEN $8 = 'completed' THEN now() END
             WHERE merchant_id = $1 AND id = $2`,
    },
    [
      tx.merchantId,
      run.id,
      run.total_count,
      run.handed_over_count,
      run.last_customer_id,
      run.success_count,
      run.error_count,
      run.state,
    ],
  );
}

export interface SyncedCustomerStanding {
  /** The customer's deliveries in this run, without the given one. */
  others_waiting: number;
  others_failed: number;
  /** The record that the customer's was merged into, and whether the run has handed that one over too. */
  merged_into_id: string | null;
  target_is_handed_over: boolean;
}

/** The state of a delivery's customer within its run. */
export async function getCustomerStanding(
  tx: TenantTransaction,
  delivery: { id: string; bulkSyncId: string; customerId: string },
): Promise<SyncedCustomerStanding> {
  const [row] = await tx.query<SyncedCustomerStanding>(
    {
      name: 'get_customer_standing',
      text: `WITH RECURSIVE record AS (
               SELECT id, merged_into_id FROM customers WHERE merchant_id = $1 AND id = $3
               UNION ALL
               SELECT c.id, c.merged_into_id FROM record r
               JOIN customers c ON c.merchant_id = $1 AND c.id = r.merged_into_id
             ), target AS (SELECT id FROM record WHERE merged_into_id IS NULL AND id <> $3)
             SELECT count(*) FILTER (WHERE d.state = 'waiting')::int AS others_waiting,
               count(*) FILTER (WHERE d.state = 'failed')::int AS others_failed,
               (SELECT id FROM target) AS merged_into_id,
               EXISTS (SELECT FROM deliveries o JOIN target ON target.id = o.customer_id
                       WHERE o.merchant_id = $1 AND o.bulk_sync_id = $2) AS target_is_handed_over
             FROM deliveries d
             WHERE d.merchant_id = $1 AND d.bulk_sync_id = $2 AND d.customer_id = $3 AND d.id <> $4`,
    },
    [tx.merchantId, delivery.bulkSyncId, delivery.customerId, delivery.id],
  );
  if (!row) throw new Error('an aggregate has one row');
  return row;
}
