import { LOGO_TYPES } from 'domain/logo';
import sharp from 'sharp';
import { Refusal } from '../errors.ts';
import { createSemaphore } from '../lib/semaphore.ts';

/** A phone's whole photo; what unpacks to more was made to exhaust memory. */
const MAX_PIXELS = 24_000_000;
const MAX_SIDE = 512;
const MAX_SECONDS = 5;

// Whatever a file calls itself, no other decoder of the library is ever reached: SVG alone could name files
// and addresses.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
// An upload is seldom, and each picture is another: nothing is worth keeping in memory.
sharp.cache(false);

const FORMATS: readonly string[] = LOGO_TYPES.map((type) => type.replace('image/', ''));

/** Half a second of one core each at worst. */
const drawing = createSemaphore(1, 8, () => new Refusal('overloaded', { retryAfterSeconds: 3 }));

/**
 * The picture in `file`, drawn anew: at most 512 pixels wide and high, upright, transparent where it was, its
 * first frame where it moves, and with nothing of the file but its pixels. Throws Refusal 'invalid_logo' or
 * 'overloaded'.
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
      // The library's words are about the file, never about us, and are English.
      throw new Refusal('invalid_logo');
    }
  });
}
