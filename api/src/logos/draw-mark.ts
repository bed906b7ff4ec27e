import { textOn } from 'domain/brand-color';
import { ICON_SIDE } from './draw-logo.ts';
import { loadSharp } from './load-sharp.ts';
import type { IconKind } from './picture-addresses.ts';

/**
 * The product's mark as a picture, for merchants without a logo. It is computed and not typeset: a server has
 * no fonts, and decoders of vector files must not be reachable in this process.
 */

/** The strokes of the mark on a square of 32, as in packages/ui/src/logo.tsx. */
const STROKES = [
  [8.2, 9.5, 14.6, 22.2],
  [14.6, 22.2, 22.6, 10.4],
  [17.4, 9.2, 23.4, 9.2],
  [23.4, 9.2, 23.4, 15.2],
] as const;
const STROKE_WIDTH = 3.2;
const UNITS = 32;
const SIDE = 512;

/** Coverage of each point by the strokes, 0 to 255; computed once. */
let coverage: Buffer | undefined;

/** Draws the mark on `ground` ('#rrggbb'), in `ink`, by default in white or black for the better contrast. */
export async function drawMarkIcon(ground: string, kind: IconKind, ink?: string): Promise<Buffer> {
  const sharp = await loadSharp();
  const side = ICON_SIDE[kind];
  const strokes = await sharp(inked(ink ?? textOn(ground)), {
    raw: { width: SIDE, height: SIDE, channels: 4 },
  })
    .resize(side, side)
    .png()
    .toBuffer();
  return await sharp({ create: { width: side, height: side, channels: 3, background: ground } })
    .composite([{ input: strokes }])
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
}

function inked(color: string): Buffer {
  coverage ??= cover();
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const points = Buffer.alloc(SIDE * SIDE * 4);
  for (let at = 0; at < coverage.length; at += 1) {
    points.set([red, green, blue, coverage[at] ?? 0], at * 4);
  }
  return points;
}

function cover(): Buffer {
  const points = Buffer.alloc(SIDE * SIDE);
  const unit = UNITS / SIDE;
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const distance = distanceToMark((column + 0.5) * unit, (row + 0.5) * unit);
      // The edge fades over one point.
      const inside = (STROKE_WIDTH / 2 - distance) / unit + 0.5;
      points[row * SIDE + column] = Math.round(Math.max(0, Math.min(inside, 1)) * 255);
    }
  }
  return points;
}

function distanceToMark(x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [fromX, fromY, toX, toY] of STROKES) {
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const share = ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX ** 2 + alongY ** 2);
    const nearestShare = Math.max(0, Math.min(share, 1));
    const distance = Math.hypot(x - fromX - nearestShare * alongX, y - fromY - nearestShare * alongY);
    if (distance < nearest) nearest = distance;
  }
  return nearest;
}
