import { LOGO_TYPES } from 'domain/logo';
import sharp from 'sharp';
import { Refusal } from '../errors.ts';
import { createSemaphore } from '../lib/semaphore.ts';

/** A phone's full photo; a file that unpacks to more was made to exhaust memory. */
const MAX_PIXELS = 24_000_000;
const MAX_SIDE = 512;
const MAX_SECONDS = 5;

// No other decoder of the library is reachable, whatever type a file claims: SVG alone could name files and
// addresses.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Uploads are rare and never repeat, so a cache would only cost memory.
sharp.cache(false);

const FORMATS: readonly string[] = LOGO_TYPES.map((type) => type.replace('image/', ''));

/** Each takes at most half a second of one core. */
const drawing = createSemaphore(1, 8, () => new Refusal('overloaded', { retryAfterSeconds: 3 }));

/**
 * Redraws the picture in `file`: at most 512 pixels wide and high, upright, transparency kept, only the first
 * frame, and without metadata. Throws Refusal 'invalid_logo' or 'overloaded'.
 */
export async function redrawLogo(file: Buffer): Promise<{ content: Buffer; contentType: 'image/webp' }> {
  return await drawing.run(async () => {
    try {
      const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true });
      const { format } = await image.metadata();
      if (!FORMATS.includes(format)) throw new Error(`a logo may not be ${format}`);
      const content = await image
        .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90, smartSubsample: true })
        .timeout({ seconds: MAX_SECONDS })
        .toBuffer();
      return { content, contentType: 'image/webp' };
    } catch {
      // The library's message is English and is not shown.
      throw new Refusal('invalid_logo');
    }
  });
}
