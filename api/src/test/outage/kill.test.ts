import { test } from 'vitest';
import { killUnderLoad } from './kill-rounds.ts';

test(
  'an API killed under load is ready again within 5 s, and what it acknowledged exists exactly once',
  {
    timeout: 120_000,
  },
  () => killUnderLoad(3),
);
