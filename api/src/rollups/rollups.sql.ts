import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface OpenedRollupsRow {
  /** Every change committed before the call is in the rollups. */
  is_applied: boolean;
  is_built: boolean;
}

/** Locks the merchant's rollups until the transaction ends and applies up to `limit` changes to them. */
export async function openRollups(tx: TenantTransaction, limit: number): Promise<OpenedRollupsRow> {
  const [row] = await tx.query<OpenedRollupsRow>(
    { name: 'open_rollups', text: 'SELECT is_applied, is_built FROM open_rollups($1, $2)' },
    [tx.merchantId, limit],
  );
  if (!row) throw new Error('a function without a set has one row');
  return row;
}

/**
 * False while another transaction reads, applies or rebuilds this merchant's rollups. Held until the
 * transaction ends.
 */
export async function tryLockRollups(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    { name: 'try_lock_rollups', text: 'SELECT try_lock_rollups($1) AS locked' },
    [tx.merchantId],
  );
  return row?.locked === true;
}

/** True when the transaction sees a recorded change that is not applied yet. */
export async function hasChanges(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.query(
    { name: 'has_rollup_changes', text: 'SELECT FROM rollup_changes WHERE merchant_id = $1 LIMIT 1' },
    [tx.merchantId],
  );
  return rows.length > 0;
}

export async function areRollupsBuilt(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'are_rollups_built',
      text: 'SELECT FROM rollup_states WHERE merchant_id = $1 AND built_at IS NOT NULL',
    },
    [tx.merchantId],
  );
  return rows.length > 0;
}

/** Merchants after `after` with recorded changes or without rollups. Ids only, in order. */
export async function listMerchantsWithDueRollups(
  tenancy: Pick<Tenancy, 'lookup'>,
  page: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    {
      name: 'merchants_with_due_rollups',
      text: 'SELECT * FROM lookup.merchants_with_due_rollups($1, $2) AS id',
    },
    [page.after, page.limit],
  );
  return rows.map((row) => row.id);
}
