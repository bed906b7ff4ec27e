import type { Tenancy } from '../tenant.ts';
import { drawLogoIcon } from './draw-logo.ts';
import { drawMarkIcon } from './draw-mark.ts';
import { drawnPicture } from './drawn-pictures.ts';
import { findBrandColor, findLogo, hasLogo } from './logos.sql.ts';
import { isMerchantId, readIconFile } from './picture-addresses.ts';

/**
 * The PNG at '/media/icons/{merchantId}/{file}': an icon of one of the merchant's logos, or of its color.
 * Undefined for any other logo or color in the URL. Throws Refusal 'overloaded'.
 */
export async function findMerchantIcon(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  file: string,
): Promise<Buffer | undefined> {
  const wanted = readIconFile(file);
  if (!wanted || !isMerchantId(merchantId)) return undefined;
  const { kind } = wanted;
  if ('color' in wanted) {
    const color = await tenancy.withTenant(merchantId, findBrandColor);
    if (color !== wanted.color) return undefined;
    return await drawnPicture(merchantId, `${color}/${kind}`, () => drawMarkIcon(color, kind));
  }
  const { logoId } = wanted;
  if (!(await tenancy.withTenant(merchantId, (tx) => hasLogo(tx, logoId)))) return undefined;
  return await drawnPicture(merchantId, `${merchantId}/${logoId}/${kind}`, async () => {
    const row = await tenancy.withTenant(merchantId, (tx) => findLogo(tx, logoId));
    if (!row) throw new Error('the logo was removed while it was drawn');
    return await drawLogoIcon(row.content, kind);
  });
}
