import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeRefusal, Refusal } from '../errors.ts';
import type { Outcome } from '../lib/admission.ts';
import { callError } from './call-errors.ts';
import { restError } from './rest-errors.ts';

const RETRY_AFTER_SECONDS = 2;

/** A prepared answer: under overload it may be sent thousands of times a second. */
interface BusyAnswer {
  /** A string, because Node sends it in one packet with the head. */
  body: string;
  headers: Record<string, string>;
}

function busyAnswer(type: string, body: string, more: Record<string, string> = {}): BusyAnswer {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS),
    'x-content-type-options': 'nosniff',
    ...more,
  };
  return { body, headers };
}

/** The answers of one refusal, by the kind of caller. */
function answersOf(code: 'overloaded' | 'too_many_at_once') {
  const { status, sentence } = describeRefusal(code);
  const refusal = new Refusal(code, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  return {
    status,
    call: busyAnswer('application/json', callError(refusal).body),
    restCall: busyAnswer('application/json', JSON.stringify(restError(refusal))),
    // A browser reloads the page by itself.
    page: busyAnswer('text/plain', sentence, { refresh: String(RETRY_AFTER_SECONDS) }),
  };
}

const ANSWERS = { busy: answersOf('overloaded'), too_many: answersOf('too_many_at_once') };

/**
 * Answers 503, or 429 where the caller's own requests are in the way, with Retry-After in the format of the
 * address, which is all that is read of the request.
 */
export function answerBusy(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  {
    outcome,
    requestId,
    isLast,
  }: { outcome: Exclude<Outcome, 'admitted'>; requestId: string; isLast: boolean },
): void {
  const { status, call, restCall, page } = ANSWERS[outcome];
  const { body, headers } = url.startsWith('/api/')
    ? restCall
    : /^\/(?:trpc|files)\//.test(url)
      ? call
      : page;
  const connection = isLast ? { connection: 'close' } : {};
  response.writeHead(status, { ...headers, ...connection, 'x-request-id': requestId }).end(body);
}
