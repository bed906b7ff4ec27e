import { expect, it } from 'vitest';
import { compactCents } from './compact-cents.ts';

it.each([
  [0, 'R$ 0'],
  [40, 'R$ 0,40'],
  [250, 'R$ 2,50'],
  [4_000, 'R$ 40'],
  [99_900, 'R$ 999'],
  [100_000, 'R$ 1 mil'],
  [120_000, 'R$ 1,2 mil'],
  [125_000, 'R$ 1,25 mil'],
  [1_000_000, 'R$ 10 mil'],
  [45_000_000, 'R$ 450 mil'],
  [99_999_999, 'R$ 999,99 mil'],
  [100_000_000, 'R$ 1 mi'],
  [123_456_789, 'R$ 1,23 mi'],
  [250_000_000_000, 'R$ 2,5 bi'],
  [-120_000, '-R$ 1,2 mil'],
])('%i centavos are %s on an axis', (cents, text) => {
  expect(compactCents(cents).replaceAll('\u00a0', ' ')).toBe(text);
});
