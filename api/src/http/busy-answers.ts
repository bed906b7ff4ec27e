import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeRefusal, Refusal } from '../errors.ts';
import { callError } from './call-errors.ts';
import { restError } from './rest-errors.ts';

const RETRY_AFTER_SECONDS = 2;

/** A prepared answer: under overload it may be sent thousands of times a second. */
interface BusyAnswer {
  /** A string, because Node sends it in one packet with the head. */
  body: string;
  headers: Record<string, string>;
}

const { status, sentence } = describeRefusal('overloaded');
const refusal = new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });

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

const CALL = busyAnswer('application/json', callError(refusal).body);
const REST_CALL = busyAnswer('application/json', JSON.stringify(restError(refusal)));
/** A browser reloads the page by itself. */
const PAGE = busyAnswer('text/plain', sentence, { refresh: String(RETRY_AFTER_SECONDS) });

/** Answers 503 with Retry-After in the format of the address, which is all that is read of the request. */
export function answerBusy(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  { requestId, isLast }: { requestId: string; isLast: boolean },
): void {
  const { body, headers } = url.startsWith('/api/')
    ? REST_CALL
    : /^\/(?:trpc|files)\//.test(url)
      ? CALL
      : PAGE;
  const connection = isLast ? { connection: 'close' } : {};
  response.writeHead(status, { ...headers, ...connection, 'x-request-id': requestId }).end(body);
}
