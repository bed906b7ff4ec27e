import type { TRPCClientError } from '@trpc/client';
import { INTERNAL_MESSAGE, OFFLINE_MESSAGE } from 'domain/failure-messages';

/** The part of an API error that screens act on; `refusal` is a code of the server's table of refusals. */
interface RefusalData {
  code: string;
  httpStatus: number;
  refusal?: string | null;
}

/**
 * By its name: the shell and each remote have a class of their own, and the outbox hands the shell's errors
 * to the counter.
 */
function isCallError(error: unknown): error is TRPCClientError<never> {
  return error instanceof Error && error.name === 'TRPCClientError';
}

function refusalData(error: unknown): RefusalData | undefined {
  if (!isCallError(error)) return undefined;
  const data: unknown = error.data;
  return typeof data === 'object' && data !== null && 'code' in data ? (data as RefusalData) : undefined;
}

/** The server answered with a refusal of this code (for example 'unauthenticated'). */
export function isRefusal(error: unknown, refusal: string): boolean {
  return refusalData(error)?.refusal === refusal;
}

/** The request never got an answer from the API: no network, or nothing behind the address. */
export function isOffline(error: unknown): boolean {
  return isCallError(error) && refusalData(error) === undefined;
}

/**
 * The request or its answer was lost on the way. What a proxy answers in the API's place is an answer: the
 * network is there, the server is not.
 */
export function isLost(error: unknown): boolean {
  if (!isOffline(error)) return false;
  const { cause } = error as TRPCClientError<never>;
  return cause instanceof TypeError || cause?.name === 'AbortError' || cause?.name === 'TimeoutError';
}

/** The server has no answer now and may have one later: it is away, overloaded, or asked too often. */
export function isTemporary(error: unknown): boolean {
  const data = refusalData(error);
  if (data === undefined) return isOffline(error);
  return data.httpStatus >= 500 || data.httpStatus === 429 || data.refusal === 'operation_in_flight';
}

/**
 * The pt-BR message to show for anything that a call threw. The server's messages are written for people and
 * pass unchanged; what has none is either the network or a bug, and a bug says `fallback`.
 */
export function errorMessage(error: unknown, fallback = INTERNAL_MESSAGE): string {
  if (isOffline(error)) return OFFLINE_MESSAGE;
  const isRefused = isCallError(error) && typeof refusalData(error)?.refusal === 'string';
  return isRefused && error.message ? error.message : fallback;
}

/** The server's message for a refusal; `fallback`, the screen's own message, for the network and for bugs. */
export function failureMessage(error: unknown, fallback: string): string {
  return isOffline(error) ? fallback : errorMessage(error, fallback);
}

/**
 * react-query's `retry`: a refusal is an answer, so it is not asked again; anything else gets two more tries.
 */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const status = refusalData(error)?.httpStatus;
  return failureCount < 2 && (status === undefined || status >= 500);
}
