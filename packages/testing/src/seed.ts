import { randomInt } from 'node:crypto';

/**
 * Seed of tests that draw their inputs: the same in every `npm test`, a new one in each `npm run test:long`.
 * TEST_SEED repeats the one that a failure names.
 */
export const SEED = Number(process.env.TEST_SEED ?? (process.env.TEST_LONG ? randomInt(2 ** 30) : 1));
