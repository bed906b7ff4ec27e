import { test } from 'vitest';
import { runMoneySequences } from '../test/money/sequences.ts';

const TIME_LIMIT_MS = 3 * 3_600_000;

test(
  '20,000 random sequences end as the model says, step by step',
  {
    timeout: TIME_LIMIT_MS + 600_000,
  },
  () => runMoneySequences({ sequences: 20_000, timeLimitMs: TIME_LIMIT_MS }),
);
