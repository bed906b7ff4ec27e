import { type CallCount, perAddress, perSubject, type RateLimiter } from '../lib/rate-limit.ts';
import type { SharedRules } from './call-limits.ts';
import { limitCalls } from './limit-calls.ts';

interface SharedSubject {
  ip: string;
  /** The merchant or account. */
  of: string;
  /** Called for each call past the threshold. */
  onPastThreshold?: () => void;
}

/** The counts of a stranger's call by rules for all addresses together. */
export function sharedCounts(
  { threshold, perAddress: each, everybody }: SharedRules,
  { ip, of, onPastThreshold }: SharedSubject,
): CallCount[] {
  return [
    { ...perSubject(threshold, of, 'threshold'), onFull: onPastThreshold },
    ...perAddress(each, ip, { of, holds: 'past-threshold' }),
    perSubject(everybody, of),
  ];
}

/** Adds a stranger's call to `sharedCounts`. Throws Refusal 'too_many_requests'. */
export async function limitShared(
  limiter: RateLimiter,
  rules: SharedRules,
  subject: SharedSubject,
): Promise<void> {
  await limitCalls(limiter, sharedCounts(rules, subject));
}
