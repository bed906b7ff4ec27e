import { test } from 'vitest';
import { runMoneySequences } from '../test/money/sequences.ts';

const TIME_LIMIT_MS = 240_000;

test(
  '125 random sequences of purchases, confirmations, redemptions, reversals, corrections, merges, days, nights and rules end as the model says, step by step',
  {
    timeout: TIME_LIMIT_MS + 30_000,
  },
  () => runMoneySequences({ sequences: 125, timeLimitMs: TIME_LIMIT_MS }),
);
