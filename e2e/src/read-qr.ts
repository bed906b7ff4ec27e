import type { Locator } from '@playwright/test';

/** For error correction H, by version: check bytes in a block, and blocks (ISO/IEC 18004, table 9). */
const CHECK_BYTES = [0, 17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24];
const BLOCKS = [0, 1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16];
const LEVEL_H = 2;
const BYTE_MODE = 4;
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Modules = boolean[][];

/** The dark modules of a code drawn as one path of horizontal runs, the quiet zone cut off. */
function modulesOf(path: string, viewBox: string, quietZone: number): Modules {
  const size = Number(viewBox.split(' ')[2]) - 2 * quietZone;
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)/g))
    for (let step = 0; step < Number(length); step += 1) {
      const row = modules[Number(y) - quietZone];
      if (row) row[Number(x) - quietZone + step] = true;
    }
  return modules;
}

/** The modules without data: finders with format bits, timing lines, alignment patterns, version bits. */
function isFixed(x: number, y: number, size: number, version: number): boolean {
  if ((x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9)) return true;
  if (x === 6 || y === 6) return true;
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
  const centers = alignmentCenters(size, version);
  return centers.some((cx) =>
    centers.some((cy) => {
      const underFinder =
        (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6);
      return !underFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
    }),
  );
}

function alignmentCenters(size: number, version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()];
}

/** Every byte in the order in which it is laid: columns of two from the right, up and down in turns. */
function bytesOf(modules: Modules, mask: (x: number, y: number) => boolean, version: number): number[] {
  const size = modules.length;
  const bits: number[] = [];
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step;
        if (!isFixed(x, y, size, version)) bits.push(Number(modules[y]?.[x] !== mask(x, y)));
      }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2),
  );
}

/** The data of the interleaved blocks, one block after the other; the shorter ones come first. */
function dataOf(bytes: number[], version: number): number[] {
  const blocks = BLOCKS[version] ?? 0;
  const dataBytes = bytes.length - blocks * (CHECK_BYTES[version] ?? 0);
  const shortLength = Math.floor(dataBytes / blocks);
  const shortBlocks = blocks - (dataBytes % blocks);
  return Array.from({ length: blocks }, (_, block) => {
    const rows = Array.from({ length: shortLength }, (_, row) => bytes[row * blocks + block] ?? 0);
    const extra = bytes[shortLength * blocks + block - shortBlocks];
    return block >= shortBlocks && extra !== undefined ? [...rows, extra] : rows;
  }).flat();
}

/**
 * The text of a code of error correction H with a quiet zone of four modules, as a scanner reads it. Throws
 * otherwise.
 */
export async function readQr(svg: Locator): Promise<string> {
  const viewBox = (await svg.getAttribute('viewBox')) ?? '';
  const modules = modulesOf((await svg.locator('path').last().getAttribute('d')) ?? '', viewBox, 4);
  const at = (x: number, y: number) => Number(modules[y]?.[x] ?? false);
  const version = (modules.length - 17) / 4;
  const head = [14, 13, 12, 11, 10].map((bit) => at(14 - bit, 8)).join('');
  const format = Number.parseInt(head, 2) ^ (0x5412 >> 10);
  if (format >> 3 !== LEVEL_H) throw new Error(`error correction ${format >> 3}, not H`);
  const mask = MASKS[format & 7];
  if (!mask || !Number.isInteger(version) || version >= BLOCKS.length) throw new Error(`no code: ${viewBox}`);
  const bits = dataOf(bytesOf(modules, mask, version), version)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const number = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2);
  if (number(0, 4) !== BYTE_MODE) throw new Error('not in bytes');
  const countBits = version < 10 ? 8 : 16;
  const text = Array.from({ length: number(4, countBits) }, (_, index) =>
    number(4 + countBits + index * 8, 8),
  );
  return Buffer.from(text).toString('utf8');
}
