import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp, { type Color } from 'sharp';

/** Files that a user might upload as a logo. */

/** Draws a PNG: one color compresses to next to nothing; `isNoise` does not compress at all. */
export async function png(
  width: number,
  height: number,
  background: Color = '#0b6b47',
  isNoise = false,
): Promise<Buffer> {
  const image = isNoise
    ? sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    : sharp({ create: { width, height, channels: 4, background } });
  return await image.png().toBuffer();
}

/** A PNG that says how large it is and holds nothing. */
export function pngHeader(width: number, height: number): Buffer {
  const chunk = Buffer.alloc(17);
  chunk.write('IHDR');
  chunk.writeUInt32BE(width, 4);
  chunk.writeUInt32BE(height, 8);
  chunk.set([8, 6, 0, 0, 0], 12);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(chunk));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  return Buffer.concat([signature, chunk, sum]);
}

export function svg(): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script><rect width="64" height="64"/></svg>`,
  );
}

/** A WebP that turns from red to blue. */
export async function twoFrames(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 32, height: 32, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['#ff0000', '#0000ff'].map(frame));
  return await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}
