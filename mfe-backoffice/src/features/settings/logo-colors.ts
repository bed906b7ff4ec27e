/** The colors of a picture, as suggestions for the brand's. */

const MAX_COLORS = 3;
/** Transparent below, of 255. */
const MIN_ALPHA = 128;
/** Between the strongest and the weakest channel; below it a color is a gray, white and black included. */
const MIN_CHROMA = 40;
/** Of all colorful pixels; the edges of letters have many colors of a few pixels each. */
const MIN_SHARE = 0.04;
/** Between two suggestions, as a distance of red, green and blue; nearer ones look the same on a button. */
const MIN_DISTANCE = 70;
/** Pixels count together when their channels agree in this many leading bits. */
const KEPT_BITS = 3;

type Channels = readonly [red: number, green: number, blue: number];

/** Sums of the pixels that count together. */
interface Group {
  count: number;
  sums: [red: number, green: number, blue: number];
}

/** Up to three '#rrggbb', the most frequent first, from RGBA bytes. None for a picture without color. */
export function colorsOf(pixels: ArrayLike<number>): string[] {
  const groups = [...groupPixels(pixels).values()].sort((one, other) => other.count - one.count);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const chosen: Channels[] = [];
  for (const { count, sums } of groups) {
    const color = sums.map((sum) => Math.round(sum / count)) as unknown as Channels;
    if (count < total * MIN_SHARE || chosen.length === MAX_COLORS) break;
    if (chosen.every((other) => distanceOf(color, other) >= MIN_DISTANCE)) chosen.push(color);
  }
  return chosen.map(toHex);
}

function groupPixels(pixels: ArrayLike<number>): Map<number, Group> {
  const groups = new Map<number, Group>();
  const channel = (at: number) => pixels[at] ?? 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const color: Channels = [channel(at), channel(at + 1), channel(at + 2)];
    if (channel(at + 3) < MIN_ALPHA || Math.max(...color) - Math.min(...color) < MIN_CHROMA) continue;
    const key = color.reduce((bits, value) => (bits << KEPT_BITS) | (value >> (8 - KEPT_BITS)), 0);
    const group = groups.get(key) ?? { count: 0, sums: [0, 0, 0] };
    group.count += 1;
    color.forEach((value, place) => {
      group.sums[place as 0 | 1 | 2] += value;
    });
    groups.set(key, group);
  }
  return groups;
}

function distanceOf(one: Channels, other: Channels): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function toHex(color: Channels): string {
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
