import { test } from 'vitest';
import { provokeRollups } from '../test/rollups-load.ts';

test('while two processes sell, scan, redeem, reverse, adjust and merge, the rollups are those of their rows at every look, and nobody is refused for it', () =>
  provokeRollups(8_000));
