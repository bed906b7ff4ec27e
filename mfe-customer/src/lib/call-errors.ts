import { INTERNAL_MESSAGE, OFFLINE_MESSAGE } from 'domain/failure-messages';
import { ApiRefusal, Unreachable } from './api.ts';

/** The server answered with a refusal of this code (for example 'customer_not_found'). */
export function isRefusal(error: unknown, refusal: string): boolean {
  return error instanceof ApiRefusal && error.refusal === refusal;
}

/**
 * True for failures worth an immediate retry: no network, or a server that is down, broken or busy. Any other
 * refusal is an answer.
 */
export function isHiccup(error: unknown): boolean {
  return !(error instanceof ApiRefusal) || error.httpStatus >= 500 || error.refusal === 'too_many_at_once';
}

/** True when a later retry may succeed: a hiccup, or too many calls from this address. */
export function isPassing(error: unknown): boolean {
  return isHiccup(error) || isRefusal(error, 'too_many_requests');
}

/**
 * The pt-BR message to show for anything that a call threw. The server's messages are written for people and
 * pass unchanged; what has none is either the network or a bug, and a bug says `fallback`.
 */
export function errorMessage(error: unknown, fallback = INTERNAL_MESSAGE): string {
  if (error instanceof Unreachable) return OFFLINE_MESSAGE;
  const isForPeople = error instanceof ApiRefusal && error.refusal !== null && error.message !== '';
  return isForPeople ? error.message : fallback;
}
