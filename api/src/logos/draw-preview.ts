import { createRequire } from 'node:module';
import { PRODUCT_BRAND, textOn } from 'domain/brand-color';
import { initialOf } from 'domain/initial';
import { formatRate } from 'domain/money';
import type { Sharp } from 'sharp';
import { escapeHtml } from '../lib/escape-html.ts';
import { loadSharp } from './load-sharp.ts';
import { PREVIEW_SIZE, type PreviewKind } from './picture-addresses.ts';

/** A server has no fonts of its own. */
const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf',
);
const FONT = 'Figtree Bold';
/** Characters of the font. Others, such as emoji, are left out: they would be drawn as boxes. */
const NOT_IN_FONT = /[^\u0020-\u007e\u00a0-\u024f\u2010-\u2026\u20ac\u2122]/g;
const PAPER = '#ffffff';
const TEXT_WIDTH = 1040;
const TILE_SIDE = 168;
const TILE_RADIUS = 38;
/** The logo's share of its tile. */
const LOGO_SHARE = 0.78;
const MAX_SECONDS = 5;

export interface PreviewContent {
  name: string;
  brandColor: string | null;
  rateBasisPoints: number;
  /** The stored picture. */
  logo: Buffer | undefined;
}

interface Layer {
  picture: Buffer;
  width: number;
  height: number;
}

/**
 * Draws the picture beside a merchant's link: logo and name in the merchant's color, and on an invitation the
 * percentage. Any color is legible, because the text is white or black; a long name is set smaller.
 */
export async function drawPreview(content: PreviewContent, kind: PreviewKind): Promise<Buffer> {
  const ground = content.brandColor ?? PRODUCT_BRAND;
  const ink = textOn(ground);
  const name = content.name.replace(NOT_IN_FONT, '').trim();
  const tile = content.logo ? await logoTile(content.logo) : await initialTile(name, ground, ink);
  const rows: (Layer & { gap: number })[] = [{ ...tile, gap: 0 }];
  const isInvitation = kind === 'invitation';
  if (name) rows.push({ ...(await textLayer(name, ink, 64, isInvitation ? 150 : 190)), gap: 40 });
  if (isInvitation) {
    rows.push({ ...(await textLayer('Compre e receba', ink, 40, 60)), gap: 44 });
    const rate = `${formatRate(content.rateBasisPoints)} de volta`;
    rows.push({ ...(await textLayer(rate, ink, 104, 130)), gap: 16 });
  } else rows.push({ ...(await textLayer('Cashback', ink, 44, 60)), gap: 32 });
  return await stacked(rows, ground);
}

/** Centers the rows under each other on the ground. */
async function stacked(rows: readonly (Layer & { gap: number })[], ground: string): Promise<Buffer> {
  const height = rows.reduce((total, row) => total + row.gap + row.height, 0);
  let top = Math.round((PREVIEW_SIZE.height - height) / 2);
  const layers = rows.map((row) => {
    top += row.gap;
    const layer = { input: row.picture, left: Math.round((PREVIEW_SIZE.width - row.width) / 2), top };
    top += row.height;
    return layer;
  });
  const sharp = await loadSharp();
  return await sharp({ create: { ...PREVIEW_SIZE, channels: 3, background: ground } })
    .composite(layers)
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer();
}

/** Sets text in lines of at most `TEXT_WIDTH`; text that gets higher than `maxHeight` is set smaller. */
async function textLayer(text: string, color: string, size: number, maxHeight: number): Promise<Layer> {
  const sharp = await loadSharp();
  const options = {
    text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
    font: `${FONT} ${size}`,
    fontfile: FONT_FILE,
    width: TEXT_WIDTH,
    align: 'center',
    wrap: 'word-char',
    rgba: true,
  } as const;
  const wanted = await layerOf(sharp({ text: { ...options, dpi: 72 } }));
  if (wanted.height <= maxHeight && wanted.width <= TEXT_WIDTH) return wanted;
  return await layerOf(sharp({ text: { ...options, height: maxHeight } }));
}

async function logoTile(logo: Buffer): Promise<Layer> {
  const sharp = await loadSharp();
  const inner = Math.round(TILE_SIDE * LOGO_SHARE);
  const picture = await sharp(logo).resize(inner, inner, { fit: 'inside' }).png().toBuffer();
  return await tileWith(PAPER, picture);
}

/** The initial in the ground's own color: the two colors that are legible on each other. */
async function initialTile(name: string, ground: string, ink: string): Promise<Layer> {
  const letter = await textLayer(initialOf(name), ground, 96, TILE_SIDE);
  return await tileWith(ink, letter.picture);
}

async function tileWith(color: string, picture: Buffer): Promise<Layer> {
  const sharp = await loadSharp();
  const raw = { width: TILE_SIDE, height: TILE_SIDE, channels: 4 } as const;
  return await layerOf(
    sharp(roundedSquare(color), { raw }).composite([{ input: picture, gravity: 'center' }]),
  );
}

async function layerOf(image: Sharp): Promise<Layer> {
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { picture: data, width: info.width, height: info.height };
}

/** Computed point by point, like the mark: decoders of vector files must not be reachable. */
function roundedSquare(color: string): Buffer {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const points = Buffer.alloc(TILE_SIDE * TILE_SIDE * 4);
  const middle = TILE_SIDE / 2;
  for (let at = 0; at < TILE_SIDE * TILE_SIDE; at += 1) {
    const beyond = [at % TILE_SIDE, Math.floor(at / TILE_SIDE)].map((place) =>
      Math.max(0, Math.abs(place + 0.5 - middle) - (middle - TILE_RADIUS)),
    );
    // The edge fades over one point.
    const inside = TILE_RADIUS - Math.hypot(...beyond) + 0.5;
    points.set([red, green, blue, Math.round(Math.max(0, Math.min(inside, 1)) * 255)], at * 4);
  }
  return points;
}
