import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contrastOf,
  MIN_GRAPHIC_CONTRAST,
  MIN_TEXT_CONTRAST,
  SURFACES,
  textOn,
  themeToAdjust,
} from './brand-color.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('contrasts are those of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#ffffff', '#FFFFFF')).toBe(1);
  // From WebAIM's contrast checker.
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#0b6b47', '#ffffff')).toBeCloseTo(6.55, 1);
  expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(4, 2);
  for (const no of ['red', '#fff', '#ffffff;', ''])
    expect(() => contrastOf(no, '#ffffff')).toThrow('not a color');
});

test('on every color the chosen text can be read', () => {
  fc.assert(
    fc.property(color, (each) => {
      expect(contrastOf(each, textOn(each))).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
    }),
    { numRuns: 5_000 },
  );
  expect([textOn('#ffeb3b'), textOn('#0b6b47'), textOn('#b3261e')]).toEqual([
    '#000000',
    '#ffffff',
    '#ffffff',
  ]);
});

test('a color is hard to see in one theme at most', () => {
  fc.assert(
    fc.property(color, (each) => {
      const lost = Object.values(SURFACES).filter(
        (surface) => contrastOf(each, surface) < MIN_GRAPHIC_CONTRAST,
      );
      expect(lost.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 5_000 },
  );
  expect([themeToAdjust('#ffeb3b'), themeToAdjust('#1a1a40'), themeToAdjust('#d0342c')]).toEqual([
    'light',
    'dark',
    undefined,
  ]);
});

test('the surfaces are those that the pages have', () => {
  const tokens = readFileSync(new URL('../../ui/src/tokens.css', import.meta.url), 'utf8');
  const surfaces = [...tokens.matchAll(/--color-surface: (#[0-9a-f]{6});/g)].map((match) => match[1]);
  expect([...new Set(surfaces)]).toEqual([SURFACES.light, SURFACES.dark]);
});
