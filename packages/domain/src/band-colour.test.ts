import { expect, test } from 'vitest';
import { bandColour } from './band-colour.ts';
import { contrastOf } from './brand-colour.ts';

test.each(['#0b6b47', '#b3261e', '#7a1fa2', '#ffcc00', '#000000'])('%s by day is itself', (colour) => {
  expect(bandColour(colour, 'light')).toBe(colour);
});

test('white, on which a white page would have no band, is a strong grey by day', () => {
  const band = bandColour('#ffffff', 'light');
  expect(band).toMatch(/^#[0-9a-f]{6}$/);
  expect(contrastOf(band, '#ffffff')).toBeGreaterThan(7);
});

test.each(['#0b6b47', '#b3261e', '#ffcc00', '#000000', '#ffffff', '#00ffff', '#ff00ff'])(
  '%s by night is dark enough for white',
  (colour) => {
    const band = bandColour(colour, 'dark');
    expect(band).toMatch(/^#[0-9a-f]{6}$/);
    expect(contrastOf(band, '#ffffff')).toBeGreaterThan(4.5);
  },
);

test('without a colour of its own a page has the product’s', () => {
  expect(bandColour(null, 'light')).toBe('#0b6b47');
});
