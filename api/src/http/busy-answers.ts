import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeRefusal, Refusal } from '../errors.ts';
import { callError } from './call-errors.ts';
import { restError } from './rest-errors.ts';

const RETRY_AFTER_SECONDS = 2;

/** One answer, made once: under a crowd it is given thousands of times a second. */
interface BusyAnswer {
  /** Text, which Node sends in one piece with the head. */
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
/** A browser asks for the page again by itself. */
const PAGE = busyAnswer('text/plain', sentence, { refresh: String(RETRY_AFTER_SECONDS) });

/** 503 with Retry-After in the form that whoever asks can read, without a look at anything but the address. */
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
