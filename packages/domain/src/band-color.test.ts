import { expect, test } from 'vitest';
import { bandColor } from './band-color.ts';
import { contrastOf } from './brand-color.ts';

test.each(['#0b6b47', '#b3261e', '#7a1fa2', '#ffcc00', '#000000'])('%s by day is itself', (color) => {
  expect(bandColor(color, 'light')).toBe(color);
});

test('white, on which a white page would have no band, is a strong gray by day', () => {
  const band = bandColor('#ffffff', 'light');
  expect(band).toMatch(/^#[0-9a-f]{6}$/);
  expect(contrastOf(band, '#ffffff')).toBeGreaterThan(7);
});

test.each(['#0b6b47', '#b3261e', '#ffcc00', '#000000', '#ffffff', '#00ffff', '#ff00ff'])(
  '%s by night is dark enough for white',
  (color) => {
    const band = bandColor(color, 'dark');
    expect(band).toMatch(/^#[0-9a-f]{6}$/);
    expect(contrastOf(band, '#ffffff')).toBeGreaterThan(4.5);
  },
);

test('without a color of its own a page has the product’s', () => {
  expect(bandColor(null, 'light')).toBe('#0b6b47');
});
