import { test } from 'vitest';
import { provokeRollups } from '../test/rollups-load.ts';

const MINUTES = 10;

test(
  `for ${MINUTES} minutes the rollups are those of their rows at every look`,
  {
    timeout: (MINUTES + 5) * 60_000,
  },
  () => provokeRollups(MINUTES * 60_000),
);
