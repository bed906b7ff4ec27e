import { recordAudit } from '../audit/record-audit.ts';
import { newId } from '../lib/id.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { deleteOldLogos, insertLogo, lockLogoUrl, updateLogoUrl } from './logos.sql.ts';
import { redrawLogo } from './redraw-logo.ts';

/** The present logo and the one before, which open pages still show. */
const KEPT_LOGOS = 2;

interface Shared {
  tenancy: Tenancy;
}
interface Request {
  ip: string;
  userAgent?: string | undefined;
}

/** Stores the uploaded `file` as the merchant's logo. Throws Refusal 'invalid_logo' or 'overloaded'. */
export async function saveLogo(
  { tenancy }: Shared,
  staff: StaffSession,
  request: Request,
  file: Buffer,
): Promise<{ logoUrl: string }> {
  const image = await redrawLogo(staff.merchantId, file);
  const id = newId();
  const logoUrl = `/media/logos/${staff.merchantId}/${id}.webp`;
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await lockLogoUrl(tx);
    await insertLogo(tx, { id, ...image, createdAt: tx.now });
    await deleteOldLogos(tx, KEPT_LOGOS);
    await updateLogoUrl(tx, logoUrl);
    await recordAudit(tx, {
      action: 'merchant.save_logo',
      entity: 'merchant',
      entityId: tx.merchantId,
      actor: staff,
      request,
      details: { logo_url_before: before, logo_url_after: logoUrl },
    });
  });
  return { logoUrl };
}

/** Removes the logo; screens show the merchant's initial again. Does nothing if there is none. */
export async function removeLogo(
  { tenancy }: Pick<Shared, 'tenancy'>,
  staff: StaffSession,
  request: Request,
): Promise<void> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await lockLogoUrl(tx);
    await deleteOldLogos(tx, 0);
    if (before === null) return;
    await updateLogoUrl(tx, null);
    await recordAudit(tx, {
      action: 'merchant.remove_logo',
      entity: 'merchant',
      entityId: tx.merchantId,
      actor: staff,
      request,
      details: { logo_url_before: before, logo_url_after: null },
    });
  });
}
