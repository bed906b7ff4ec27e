import type { TenantTransaction } from '../tenant.ts';

export interface DataKeyRow {
  version: number;
  wrapped_key: Buffer;
}

/**
 * Marks that this transaction seals something. The maker of a newer key waits until it is over before
 * resealing everything, and so finds what is sealed here.
 */
export async function holdDataKeys(tx: TenantTransaction): Promise<void> {
  await tx.query(
    {
      name: 'hold_data_keys',
      text: "SELECT pg_advisory_xact_lock_shared(hashtextextended('data-keys:' || $1::text, 0))",
    },
    [tx.merchantId],
  );
}

/** Newest first; a merchant has one or a few. */
export async function listDataKeys(tx: TenantTransaction): Promise<DataKeyRow[]> {
  return await tx.query<DataKeyRow>(
    {
      name: 'list_data_keys',
      text: 'SELECT version, wrapped_key FROM merchant_data_keys WHERE merchant_id = $1 ORDER BY version DESC',
    },
    [tx.merchantId],
  );
}

/** Does nothing when another process has just inserted that version. */
export async function insertDataKey(tx: TenantTransaction, key: DataKeyRow): Promise<void> {
  await tx.query(
    {
      name: 'insert_data_key',
      text: `INSERT INTO merchant_data_keys (merchant_id, version, wrapped_key) VALUES ($1, $2, $3)
             ON CONFLICT (merchant_id, version) DO NOTHING`,
    },
    [tx.merchantId, key.version, key.wrapped_key],
  );
}
