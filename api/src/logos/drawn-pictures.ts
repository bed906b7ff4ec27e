import { Refusal } from '../errors.ts';
import { createSemaphore } from '../lib/semaphore.ts';

/** Memory for pictures drawn from stored ones: some thousand small logos, or some hundred icons. */
const MAX_BYTES = 16 * 1024 * 1024;
/**
 * Most pictures that wait to be drawn. A page's first visit needs one; an icon takes some milliseconds of one
 * core, a preview some eighty.
 */
const MAX_WAITING = 64;

const drawing = createSemaphore(1, MAX_WAITING, () => new Refusal('overloaded', { retryAfterSeconds: 2 }));

/** Least recently used first. */
const kept = new Map<string, Buffer>();
const underWay = new Map<string, Promise<Buffer>>();
let keptBytes = 0;

/**
 * The merchant's picture of this key, from memory or drawn by `draw`, once for concurrent requests. Merchants
 * take turns. Throws Refusal 'overloaded' if too many others wait to be drawn.
 */
export async function drawnPicture(
  merchantId: string,
  key: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const pending = underWay.get(key);
  if (pending) return await pending;
  const picture = drawing.run(draw, merchantId);
  underWay.set(key, picture);
  try {
    const drawn = await picture;
    keep(key, drawn);
    return drawn;
  } finally {
    underWay.delete(key);
  }
}

function keep(key: string, picture: Buffer): void {
  kept.set(key, picture);
  keptBytes += picture.length;
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= MAX_BYTES) return;
    kept.delete(oldest);
    keptBytes -= length;
  }
}
