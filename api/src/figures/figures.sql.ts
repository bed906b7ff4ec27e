import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface OpenedFiguresRow {
  /** Every change that was committed when this was called is in the figures. */
  is_folded: boolean;
  is_built: boolean;
}

/** Locks the merchant's figures until the transaction ends and folds up to `limit` changes into them. */
export async function openFigures(tx: TenantTransaction, limit: number): Promise<OpenedFiguresRow> {
  const [row] = await tx.query<OpenedFiguresRow>(
    { name: 'open_figures', text: 'SELECT is_folded, is_built FROM open_figures($1, $2)' },
    [tx.merchantId, limit],
  );
  if (!row) throw new Error('a function without a set has one row');
  return row;
}

/** False while somebody else reads, folds or builds this merchant's figures. Held until the end of the transaction. */
export async function tryLockFigures(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    { name: 'try_lock_figures', text: 'SELECT try_lock_figures($1) AS locked' },
    [tx.merchantId],
  );
  return row?.locked === true;
}

/** Whether anything that the transaction sees is noted and not folded. */
export async function hasChanges(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.query(
    { name: 'has_figure_changes', text: 'SELECT FROM figure_changes WHERE merchant_id = $1 LIMIT 1' },
    [tx.merchantId],
  );
  return rows.length > 0;
}

export async function areFiguresBuilt(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'are_figures_built',
      text: 'SELECT FROM figure_states WHERE merchant_id = $1 AND built_at IS NOT NULL',
    },
    [tx.merchantId],
  );
  return rows.length > 0;
}

/** Merchants after `after` that have changes to fold or figures to build. Ids only, in order. */
export async function listMerchantsWithOpenFigures(
  tenancy: Pick<Tenancy, 'lookup'>,
  page: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    {
      name: 'merchants_with_open_figures',
      text: 'SELECT * FROM lookup.merchants_with_open_figures($1, $2) AS id',
    },
    [page.after, page.limit],
  );
  return rows.map((row) => row.id);
}
