import { BROWSER_HEADERS } from './post-request.ts';

/** Procedures asked in one request, each with its input. */
export type Question = readonly (readonly [procedure: string, input: object])[];

/**
 * Writes the bytes of one GET that asks all of them, as a browser with that session behind the proxy sends
 * them.
 */
export function writeGet(question: Question, host: string, session: string): Buffer {
  const names = question.map(([procedure]) => procedure).join(',');
  const inputs = Object.fromEntries(question.map(([, input], index) => [index, input]));
  const query = `batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
  return Buffer.from(
    `GET /trpc/${names}?${query} HTTP/1.1\r\nHost: ${host}\r\nCookie: session=${session}\r\n${BROWSER_HEADERS}\r\n\r\n`,
  );
}
