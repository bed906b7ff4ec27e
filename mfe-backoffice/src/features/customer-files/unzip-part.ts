import { Unzip, UnzipInflate } from 'fflate';

/** The parts of an archive unzip to more than was allowed. */
export class TooLargeError extends Error {}

/** How many bytes may still be unzipped. */
export interface Budget {
  bytes: number;
}

/** Bytes given to fflate at once. They may unzip to a thousand times as many before they are counted. */
const PIECE_BYTES = 16_384;

/**
 * One file of a ZIP archive; undefined if it has none at this path. Throws `TooLargeError` if more is written
 * than the budget has, another error if the archive is broken. Written bytes are counted, because an archive
 * may say any size.
 */
export function unzipPart(archive: Uint8Array, path: string, budget: Budget): Uint8Array | undefined {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const found = { isBegun: false, isWhole: false };
  const unzip = new Unzip((file) => {
    if (pathOf(file.name) !== path || found.isBegun) return;
    found.isBegun = true;
    file.ondata = (error, piece, isLast) => {
      if (error) throw error;
      budget.bytes -= piece.length;
      if (budget.bytes < 0) throw new TooLargeError();
      pieces.push(piece);
      found.isWhole = isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let start = 0; start < archive.length && !found.isWhole; start += PIECE_BYTES)
    unzip.push(archive.subarray(start, start + PIECE_BYTES), start + PIECE_BYTES >= archive.length);
  return found.isBegun ? joined(pieces) : undefined;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Writes a path in one way: without a leading slash or backslashes, in small letters. */
export function pathOf(target: string, base = ''): string {
  try {
    return new URL(target, `file:///${base}`).pathname.slice(1).toLowerCase();
  } catch {
    return '';
  }
}
