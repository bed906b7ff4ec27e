import { Refusal } from './errors.ts';
import { isDatabaseAway } from './lib/database-errors.ts';

/** Limits of the statements that calls which arrive together share, for `createGroupCommit`. */
export const SHARED_STATEMENTS = {
  maxInFlight: 2,
  maxBatch: 64,
  maxWaiting: 2_000,
  // Long enough for a confirmation or a purchase to be tried alone after a batch that waited its second for a
  // lock, and shorter than the time limit of an answer.
  maxStartAgeMs: 1_500,
  concernsAll: isDatabaseAway,
  onFull: () => new Refusal('overloaded', { retryAfterSeconds: 1 }),
};
