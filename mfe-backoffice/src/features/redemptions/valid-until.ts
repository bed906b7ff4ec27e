import { REDEMPTION_TOKEN_TTL_SECONDS } from 'domain/lifetimes';

/**
 * The code's expiry by this machine's clock (ms). The server made it between our first attempt and its
 * answer; a counter's clock that is an hour off would move `expiresAt` out of that range, so it is clamped.
 */
export function validUntil(expiresAt: string, startedAt: number, answeredAt: number): number {
  const ttlMs = REDEMPTION_TOKEN_TTL_SECONDS * 1_000;
  return Math.min(Math.max(Date.parse(expiresAt), startedAt + ttlMs), answeredAt + ttlMs);
}
