import type { Tenancy } from '../tenant.ts';
import { drawPreview } from './draw-preview.ts';
import { drawnPicture } from './drawn-pictures.ts';
import { findLogo, findPreviewedMerchant } from './logos.sql.ts';
import { isMerchantId, ownLogoId, previewAddress, readPreviewFile } from './picture-addresses.ts';

/**
 * The PNG at '/media/previews/{merchantId}/{file}', for chats and social networks that show a link. Undefined
 * for a URL of another name, color, logo or percentage than today's. Throws Refusal 'overloaded'.
 */
export async function findMerchantPreview(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  file: string,
): Promise<Buffer | undefined> {
  const kind = readPreviewFile(file);
  if (!kind || !isMerchantId(merchantId)) return undefined;
  const merchant = await tenancy.withTenant(merchantId, findPreviewedMerchant);
  if (!merchant) return undefined;
  const address = previewAddress(merchant, kind);
  if (!address.endsWith(`/${file}`)) return undefined;
  return await drawnPicture(merchantId, address, async () => {
    const logoId = ownLogoId(merchant);
    const row = logoId && (await tenancy.withTenant(merchantId, (tx) => findLogo(tx, logoId)));
    return await drawPreview({ ...merchant, logo: row ? row.content : undefined }, kind);
  });
}
