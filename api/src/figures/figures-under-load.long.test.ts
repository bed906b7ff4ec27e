import { test } from 'vitest';
import { provokeFigures } from '../test/figures-load.ts';

const MINUTES = 10;

test(
  `for ${MINUTES} minutes the figures are those of their rows at every look`,
  {
    timeout: (MINUTES + 5) * 60_000,
  },
  () => provokeFigures(MINUTES * 60_000),
);
