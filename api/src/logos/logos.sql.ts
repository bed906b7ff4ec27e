import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { PreviewedMerchant } from './picture-addresses.ts';

/** The merchant's logo URL. Locks the merchant's row until the transaction ends. */
export async function lockLogoUrl(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ logo_url: string | null }>(
    { name: 'lock_logo_url', text: 'SELECT logo_url FROM merchants WHERE id = $1 FOR NO KEY UPDATE' },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row.logo_url;
}

export async function updateLogoUrl(tx: TenantTransaction, logoUrl: string | null): Promise<void> {
  await tx.query({ name: 'update_logo_url', text: 'UPDATE merchants SET logo_url = $2 WHERE id = $1' }, [
    tx.merchantId,
    logoUrl,
  ]);
}

/** Inserts a logo; `createdAt` decides which are the oldest. */
export async function insertLogo(
  tx: TenantTransaction,
  logo: { id: string; content: Buffer; contentType: string; createdAt: Moment },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_logo',
      text: `INSERT INTO merchant_logos (merchant_id, id, content, content_type, created_at)
             VALUES ($1, $2, $3, $4, $5)`,
    },
    [tx.merchantId, logo.id, logo.content, logo.contentType, logo.createdAt],
  );
}

/** Deletes all but the newest `kept`. */
export async function deleteOldLogos(tx: TenantTransaction, kept: number): Promise<void> {
  await tx.query(
    {
      name: 'delete_old_logos',
      text: `DELETE FROM merchant_logos WHERE merchant_id = $1 AND id NOT IN (
               SELECT id FROM merchant_logos WHERE merchant_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)`,
    },
    [tx.merchantId, kept],
  );
}

export async function findLogo(
  tx: TenantTransaction,
  id: string,
): Promise<{ content: Buffer; content_type: string } | undefined> {
  const [row] = await tx.query<{ content: Buffer; content_type: string }>(
    {
      name: 'find_logo',
      text: 'SELECT content, content_type FROM merchant_logos WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id],
  );
  return row;
}

/** Returns whether the merchant has this logo, without reading its bytes. */
export async function hasLogo(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    { name: 'has_logo', text: 'SELECT 1 AS found FROM merchant_logos WHERE merchant_id = $1 AND id = $2' },
    [tx.merchantId, id],
  );
  return rows.length > 0;
}

/** '#rrggbb'; null if the merchant has none, undefined if there is no such merchant. */
export async function findBrandColor(tx: TenantTransaction): Promise<string | null | undefined> {
  const [row] = await tx.query<{ brand_color: string | null }>(
    { name: 'find_brand_color', text: 'SELECT brand_color FROM merchants WHERE id = $1' },
    [tx.merchantId],
  );
  return row?.brand_color;
}

/** The active merchant as pictures beside its links show it. */
export async function findPreviewedMerchant(tx: TenantTransaction): Promise<PreviewedMerchant | undefined> {
  const [row] = await tx.query<PreviewedMerchant>(
    {
      name: 'find_previewed_merchant',
      text: `SELECT id, name, logo_url AS "logoUrl", brand_color AS "brandColor",
               rate_basis_points AS "rateBasisPoints"
             FROM merchants WHERE id = $1 AND is_active`,
    },
    [tx.merchantId],
  );
  return row;
}
