import { test } from 'vitest';
import { killUnderLoad } from './kill-rounds.ts';

test(
  'an API killed under load 200 times loses and doubles nothing that it acknowledged',
  {
    timeout: 3_600_000,
  },
  () => killUnderLoad(200),
);
