import { loadSharp } from './load-sharp.ts';
import type { IconKind } from './picture-addresses.ts';

/** A page shows a logo 64 pixels wide, doubled for dense screens. */
const SMALL_SIDE = 128;
/** The page around it must fit in 15 kB. */
const SMALL_BYTES = 4_096;
/** In descending quality: the first result that is small enough is used. */
const SMALL_TRIES = [
  { side: SMALL_SIDE, quality: 82 },
  { side: SMALL_SIDE, quality: 60 },
  { side: SMALL_SIDE, quality: 35 },
  { side: 96, quality: 35 },
  { side: 64, quality: 30 },
  { side: 48, quality: 20 },
];
const MAX_SECONDS = 5;

/** The logo's share of an icon's side. A launcher may cut a maskable icon to a circle of 80 %. */
const LOGO_SHARE: Record<IconKind, number> = {
  '192': 0.84,
  '512': 0.84,
  'maskable-512': 0.56,
  'touch-180': 0.76,
};
export const ICON_SIDE: Record<IconKind, number> = {
  '192': 192,
  '512': 512,
  'maskable-512': 512,
  'touch-180': 180,
};
/** Background of icons: logos are designed for white paper. */
const PAPER = '#ffffff';

/**
 * Draws the stored logo as a WebP of at most 128 pixels and 4 kB; only pictures unlike any logo exceed 4 kB.
 */
export async function drawSmallLogo(logo: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  let drawn: Buffer = logo;
  for (const { side, quality } of SMALL_TRIES) {
    drawn = await sharp(logo)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, alphaQuality: quality, effort: 6, smartSubsample: true })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
    if (drawn.length <= SMALL_BYTES) break;
  }
  return drawn;
}

/** Draws the stored logo as a square PNG on white, uncut and centered. */
export async function drawLogoIcon(logo: Buffer, kind: IconKind): Promise<Buffer> {
  const sharp = await loadSharp();
  const side = ICON_SIDE[kind];
  const inner = Math.round(side * LOGO_SHARE[kind]);
  const picture = await sharp(logo).resize(inner, inner, { fit: 'inside' }).png().toBuffer();
  return await sharp({ create: { width: side, height: side, channels: 3, background: PAPER } })
    .composite([{ input: picture, gravity: 'center' }])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer();
}
