import { REFUSAL_STATUS_HEADER } from 'domain/refusal-status';

export const REFUSALS_SHOWN = { [REFUSAL_STATUS_HEADER]: '200' };

/** A call under way that the page's first script has sent, and what identifies it. */
interface SentCall {
  address: string;
  body: string;
  response: Promise<Response>;
  controller: AbortController;
}

declare global {
  interface Window {
    /** Left by the page's first script. */
    sentCall?: SentCall | undefined;
  }
}

function request(address: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...REFUSALS_SHOWN },
    body,
    ...(signal && { signal }),
  });
}

/** Posts `input`. The first call that equals the one sent ahead takes its answer; a retry is a new call. */
export function post(address: string, input: unknown, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify(input);
  const sent = window.sentCall;
  if (sent?.address !== address || sent.body !== body) return request(address, body, signal);
  window.sentCall = undefined;
  signal?.addEventListener('abort', () => sent.controller.abort());
  return sent.response;
}

/** Sends what `post` will be called with, before the code that calls it is here. */
export function sendAhead(address: string, input: unknown): void {
  const body = JSON.stringify(input);
  const controller = new AbortController();
  const response = request(address, body, controller.signal);
  // `post` reports a failure once it takes the call; until then it must not count as unhandled.
  response.catch(() => undefined);
  window.sentCall = { address, body, response, controller };
}
