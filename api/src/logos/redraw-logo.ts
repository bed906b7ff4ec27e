import { LOGO_TYPES } from 'domain/logo';
import { Refusal } from '../errors.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { timeLimits } from '../lib/time-limits.ts';
import { loadSharp } from './load-sharp.ts';

/** A phone's full photo; a file that unpacks to more was made to exhaust memory. */
const MAX_PIXELS = 24_000_000;
const MAX_SIDE = 512;
const MAX_SECONDS = 5;

const FORMATS: readonly string[] = LOGO_TYPES.map((type) => type.replace('image/', ''));

/** Each takes at most half a second of one core. Merchants take turns. */
const drawing = createSemaphore(
  1,
  8,
  () => new Refusal('overloaded', { retryAfterSeconds: 3 }),
  () => timeLimits.turn,
);

/**
 * Redraws the picture in `file`: at most 512 pixels wide and high, upright, transparency kept, only the first
 * frame, and without metadata. Throws Refusal 'invalid_logo' or 'overloaded'.
 */
export async function redrawLogo(
  merchantId: string,
  file: Buffer,
): Promise<{ content: Buffer; contentType: 'image/webp' }> {
  return await drawing.run(async () => {
    const sharp = await loadSharp();
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
  }, merchantId);
}
