import { isRefusal, shouldRetry } from 'federation/error-sentence';

/**
 * Whether asking again may end otherwise: no network, a server that is away or busy, too many calls from
 * this address. Any other refusal is the answer.
 */
export function isPassing(error: unknown): boolean {
  return shouldRetry(0, error) || isRefusal(error, 'too_many_requests');
}
