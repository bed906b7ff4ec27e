import { expect, test } from 'vitest';
import { colorsOf } from './logo-colors.ts';

/** RGBA bytes of so many pixels of each color; alpha 255 unless given. */
function picture(...parts: [count: number, color: number[]][]): number[] {
  return parts.flatMap(([count, [red = 0, green = 0, blue = 0, alpha = 255]]) =>
    Array.from({ length: count }, () => [red, green, blue, alpha]).flat(),
  );
}

const RED = [200, 20, 30];
const GOLD = [240, 180, 20];

test('the most frequent color comes first; white, gray, black and transparent are none', () => {
  const pixels = picture(
    [900, [255, 255, 255]],
    [300, [10, 10, 12]],
    [200, [128, 130, 126]],
    [500, [0, 0, 255, 0]],
    [40, GOLD],
    [60, RED],
  );
  expect(colorsOf(pixels)).toEqual(['#c8141e', '#f0b414']);
});

test('nearly equal colors are one, by their mean, and the edges of letters none', () => {
  expect(colorsOf(picture([50, [200, 20, 24]], [50, [204, 24, 28]], [3, [120, 200, 40]]))).toEqual([
    '#ca161a',
  ]);
});

test('no more than three are suggested', () => {
  const four = picture([40, RED], [30, GOLD], [20, [20, 60, 200]], [10, [20, 160, 60]]);
  expect(colorsOf(four)).toEqual(['#c8141e', '#f0b414', '#143cc8']);
});

test('a picture without color suggests none', () => {
  expect(colorsOf(picture([10, [0, 0, 0]], [10, [255, 255, 255]]))).toEqual([]);
  expect(colorsOf([])).toEqual([]);
});
