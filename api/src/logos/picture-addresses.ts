import { createHash } from 'node:crypto';

/**
 * URLs of a merchant's pictures. Each names its content, so it never shows another one and may be cached for
 * ever.
 */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OWN_LOGO = new RegExp(`^/media/logos/(?<merchantId>${UUID})/(?<logoId>${UUID})(?:-128)?\\.webp$`);
/** Logo URLs that merchants may have brought from other systems; the database's constraint is the same. */
const FOREIGN_LOGO = /^https:\/\/[a-z0-9.-]+\/[A-Za-z0-9._~/-]+\.(?:png|jpe?g|webp)$/;
const LOGO_FILE = new RegExp(`^(?<logoId>${UUID})(?<small>-128)?\\.webp$`);
const ICON_FILE = new RegExp(
  `^(?:(?<logoId>${UUID})|(?<color>[0-9a-f]{6}))-(?<kind>192|512|maskable-512|touch-180)\\.png$`,
);
const PREVIEW_FILE = /^(?<digest>[0-9a-f]{16})-(?<kind>invitation|merchant)\.png$/;
/** Another number where previews are drawn differently: then their URLs change. */
const PREVIEW_DESIGN = 1;
const BRAND_COLOR = /^#[0-9a-f]{6}$/;

/** 'any' in two sizes, one that a launcher may cut to any shape, one for iOS. */
export type IconKind = '192' | '512' | 'maskable-512' | 'touch-180';

/** What the picture beside a link says: an invitation with its percentage, or the merchant alone. */
export type PreviewKind = 'invitation' | 'merchant';
/** The shape that chats and networks expect; smaller previews are cut out of its middle. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The fields of a merchant that decide its pictures. */
export interface PicturedMerchant {
  id: string;
  /** As stored, or as `pageLogoUrl` returns it. */
  logoUrl: string | null;
  brandColor: string | null;
}

/** The fields of a merchant that decide the picture beside a link. */
export interface PreviewedMerchant extends PicturedMerchant {
  name: string;
  rateBasisPoints: number;
}

/**
 * The URL of a merchant's logo on customers' pages: a picture of a few kilobytes. All answers and pages use
 * this one, so that a browser fetches one picture. Null for a value that is no logo.
 */
export function pageLogoUrl(logoUrl: string | null): string | null {
  if (logoUrl === null) return null;
  const own = OWN_LOGO.exec(logoUrl)?.groups;
  if (own) return `/media/logos/${own.merchantId}/${own.logoId}-128.webp`;
  return FOREIGN_LOGO.test(logoUrl) ? logoUrl : null;
}

/**
 * The merchant's icon: made of its logo, else the product's mark in its color; with neither, the product's
 * own.
 */
export function iconAddress(merchant: PicturedMerchant | null, kind: IconKind): string {
  const logoId = ownLogoId(merchant);
  const color = merchant?.brandColor;
  if (merchant && logoId) return `/media/icons/${merchant.id}/${logoId}-${kind}.png`;
  if (merchant && color && BRAND_COLOR.test(color)) {
    return `/media/icons/${merchant.id}/${color.slice(1)}-${kind}.png`;
  }
  return `/assets/icon-${kind}.png`;
}

/** The picture beside a link to the merchant's pages; without a merchant, the product's. */
export function previewAddress(merchant: PreviewedMerchant | null, kind: PreviewKind): string {
  if (!merchant) return '/assets/preview.png';
  const { id, name, brandColor, rateBasisPoints } = merchant;
  const shown = [PREVIEW_DESIGN, name, ownLogoId(merchant), brandColor];
  if (kind === 'invitation') shown.push(rateBasisPoints);
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
  return `/media/previews/${id}/${digest}-${kind}.png`;
}

/** The id of a logo that is stored here; undefined without a logo and for one at another site. */
export function ownLogoId(merchant: PicturedMerchant | null): string | undefined {
  return OWN_LOGO.exec(merchant?.logoUrl ?? '')?.groups?.logoId;
}

/** Parses the last part of a logo's URL; undefined if it is invalid. */
export function readLogoFile(file: string): { logoId: string; isSmall: boolean } | undefined {
  const groups = LOGO_FILE.exec(file)?.groups;
  return groups?.logoId ? { logoId: groups.logoId, isSmall: groups.small !== undefined } : undefined;
}

/** Parses the last part of an icon's URL; undefined if it is invalid. */
export function readIconFile(
  file: string,
): { kind: IconKind; logoId: string } | { kind: IconKind; color: string } | undefined {
  const groups = ICON_FILE.exec(file)?.groups;
  if (!groups) return undefined;
  const kind = groups.kind as IconKind;
  return groups.logoId ? { kind, logoId: groups.logoId } : { kind, color: `#${groups.color}` };
}

/** Parses the last part of a preview's URL; undefined if it is invalid. */
export function readPreviewFile(file: string): PreviewKind | undefined {
  return PREVIEW_FILE.exec(file)?.groups?.kind as PreviewKind | undefined;
}

export function isMerchantId(text: string): boolean {
  return new RegExp(`^${UUID}$`).test(text);
}
