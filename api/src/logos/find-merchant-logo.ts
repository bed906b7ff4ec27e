import type { Tenancy } from '../tenant.ts';
import { drawSmallLogo } from './draw-logo.ts';
import { drawnPicture } from './drawn-pictures.ts';
import { findLogo, hasLogo } from './logos.sql.ts';
import { isMerchantId, readLogoFile } from './picture-addresses.ts';

/**
 * The picture at '/media/logos/{merchantId}/{file}', whole ('{id}.webp') or small enough for a page
 * ('{id}-128.webp'). Undefined for any other URL. Throws Refusal 'overloaded'.
 */
export async function findMerchantLogo(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  file: string,
): Promise<{ content: Buffer; contentType: string } | undefined> {
  const wanted = readLogoFile(file);
  if (!wanted || !isMerchantId(merchantId)) return undefined;
  const { logoId, isSmall } = wanted;
  const read = () => tenancy.withTenant(merchantId, (tx) => findLogo(tx, logoId));
  if (!isSmall) {
    const row = await read();
    return row && { content: row.content, contentType: row.content_type };
  }
  // A removed logo is not served, even if its small picture is still in memory.
  if (!(await tenancy.withTenant(merchantId, (tx) => hasLogo(tx, logoId)))) return undefined;
  const content = await drawnPicture(merchantId, `${merchantId}/${logoId}/small`, async () => {
    const row = await read();
    if (!row) throw new Error('the logo was removed while it was drawn');
    return await drawSmallLogo(row.content);
  });
  return { content, contentType: 'image/webp' };
}
