/** When failed deliveries are retried, and how many calls an account gets meanwhile. */
export interface DeliveryRules {
  /** Wait before the second attempt; three times as long before each one after that. */
  retryBaseMs: number;
  /** Longest wait that a receiver may ask for with Retry-After. */
  retryAfterMaxMs: number;
  /**
   * Each wait is up to this share longer or shorter, so that deliveries that failed together do not come back
   * together.
   */
  jitter: number;
  /** First deferral of a delivery whose account is busy; twice as long each time it is still busy. */
  deferBaseMs: number;
  deferMaxMs: number;
  /** The same for an account that failed last time, beginning with `deferMaxMs`. */
  failingDeferMaxMs: number;
  /** An account that fails this often in a row is not called for `breakerOpenMs`. */
  breakerFailures: number;
  breakerOpenMs: number;
  /**
   * Calls of one account that one process has under way at once. The other workers are for other accounts.
   */
  callsPerAccount: number;
  /** The same for all accounts together that failed last time. */
  callsOfFailing: number;
  /** Longest wait for an account's turn, if its provider counts calls by the minute. */
  turnMaxMs: number;
  /** Wait before a provider is told to erase a contact, and before the sweep: earlier work is over then. */
  eraseDelayMs: number;
  /** Length of the minute in which providers count calls; tests shorten it. */
  minuteMs: number;
}

export const DELIVERY_RULES: DeliveryRules = {
  retryBaseMs: 10_000,
  retryAfterMaxMs: 3_600_000,
  jitter: 0.2,
  deferBaseMs: 500,
  deferMaxMs: 5_000,
  failingDeferMaxMs: 60_000,
  breakerFailures: 5,
  breakerOpenMs: 15_000,
  callsPerAccount: 4,
  callsOfFailing: 6,
  turnMaxMs: 5_000,
  eraseDelayMs: 60_000,
  minuteMs: 60_000,
};

/** Each wait is three times the one before. */
const GROWTH = 3;

function jittered(milliseconds: number, rules: DeliveryRules, random: () => number): number {
  return Math.round(milliseconds * (1 + rules.jitter * (2 * random() - 1)));
}

/**
 * Milliseconds from the end of an attempt to the next: about 10 s, 30 s, 90 s … 2 h, all eight within three
 * hours and a half. `attempts` counts from one. Never shorter than the receiver asked for.
 */
export function retryDelayMs(
  attempts: number,
  retryAfterSeconds: number | undefined,
  rules: DeliveryRules,
  random: () => number = Math.random,
): number {
  const own = jittered(rules.retryBaseMs * GROWTH ** (attempts - 1), rules, random);
  const asked = Math.min((retryAfterSeconds ?? 0) * 1_000, rules.retryAfterMaxMs);
  // Only ever later than asked, or all that were given the same moment would come back at it.
  return asked > own ? Math.round(asked * (1 + rules.jitter * random())) : own;
}

/**
 * Milliseconds until a delivery asks for a slot again, after `deferrals` in a row. Longer if its account
 * fails: there may be thousands of such deliveries.
 */
export function deferDelayMs(
  deferrals: number,
  rules: DeliveryRules,
  { isFailing = false, random = Math.random }: { isFailing?: boolean; random?: () => number } = {},
): number {
  const [baseMs, maxMs] = isFailing
    ? [rules.deferMaxMs, rules.failingDeferMaxMs]
    : [rules.deferBaseMs, rules.deferMaxMs];
  return jittered(Math.min(baseMs * 2 ** deferrals, maxMs), rules, random);
}
