import type { DeliveryRules } from './delivery-rules.ts';

/** Each wait is three times the one before. */
const GROWTH = 3;

function jittered(milliseconds: number, rules: DeliveryRules, random: () => number): number {
  return Math.round(milliseconds * (1 + rules.jitter * (2 * random() - 1)));
}

/**
 * Milliseconds from the end of the given try, counted from one, to the next: about 10 s, 30 s, 90 s … 2 h, all eight within
 * three hours. Longer where the receiver asked for it, and never before it did.
 */
export function retryDelayMs(
  tries: number,
  retryAfterSeconds: number | undefined,
  rules: DeliveryRules,
  random: () => number = Math.random,
): number {
  const own = jittered(rules.retryBaseMs * GROWTH ** (tries - 1), rules, random);
  const asked = Math.min((retryAfterSeconds ?? 0) * 1_000, rules.retryAfterMaxMs);
  // Those that were all told the same moment spread over what follows it.
  return asked > own ? Math.round(asked * (1 + rules.jitter * random())) : own;
}

/**
 * Milliseconds until a delivery looks again whether its account has a place, having done so `snoozed` times in a row. One
 * whose account fails looks less often: there may be thousands.
 */
export function snoozeDelayMs(
  snoozed: number,
  rules: DeliveryRules,
  { isFailing = false, random = Math.random }: { isFailing?: boolean; random?: () => number } = {},
): number {
  const [baseMs, maxMs] = isFailing
    ? [rules.snoozeMaxMs, rules.failingSnoozeMaxMs]
    : [rules.snoozeBaseMs, rules.snoozeMaxMs];
  return jittered(Math.min(baseMs * 2 ** snoozed, maxMs), rules, random);
}
