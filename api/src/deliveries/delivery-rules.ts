/** How patiently deliveries are made. Times in milliseconds. */
export interface DeliveryRules {
  /** Before the second try; three times as long before each one after that. */
  retryBaseMs: number;
  /** What a receiver may ask for at most with Retry-After. */
  retryAfterMaxMs: number;
  /** Each wait is up to this part longer or shorter, so that what failed together does not come back together. */
  jitter: number;
  /** Until a delivery that found its account busy looks again; twice as long each time it is still busy. */
  snoozeBaseMs: number;
  snoozeMaxMs: number;
  /** The same where the account failed last time, beginning with `snoozeMaxMs`. */
  failingSnoozeMaxMs: number;
  /** So many failures of an account in a row, and it is not called for a while. */
  breakerFailures: number;
  breakerOpenMs: number;
  /** Calls of one account that one process has under way at once. The others are for other accounts. */
  callsPerAccount: number;
  /** The same for accounts that failed last time, all of them together. */
  callsOfFailing: number;
  /** Longest wait for an account's turn, where a provider counts calls by the minute. */
  turnMaxMs: number;
  /** The minute by which they are counted, for tests a shorter one. */
  minuteMs: number;
}

export const DELIVERY_RULES: DeliveryRules = {
  retryBaseMs: 10_000,
  retryAfterMaxMs: 3_600_000,
  jitter: 0.2,
  snoozeBaseMs: 500,
  snoozeMaxMs: 5_000,
  failingSnoozeMaxMs: 60_000,
  breakerFailures: 5,
  breakerOpenMs: 15_000,
  callsPerAccount: 4,
  callsOfFailing: 6,
  turnMaxMs: 5_000,
  minuteMs: 60_000,
};
