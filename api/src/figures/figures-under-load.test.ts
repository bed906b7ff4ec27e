import { test } from 'vitest';
import { provokeFigures } from '../test/figures-load.ts';

test(
  'while two processes sell, scan, redeem, reverse, adjust and merge, the figures are those of their rows at every look, and nobody is refused for it',
  {
    timeout: 60_000,
  },
  () => provokeFigures(8_000),
);
