import { useState } from 'react';

/** One attempt to move money, however often it is sent. */
export interface RepeatableRequest {
  id: string;
  /** The time of the first attempt, by this machine's clock (ms). */
  startedAt: number;
}

export interface RequestIds {
  /** The request for this content: the same one until it succeeded, so that sending it again is a repeat. */
  get: (content: object) => RepeatableRequest;
  /**
   * The request succeeded: the same content once more is another purchase. Settles all requests tried before
   * it in the same form; with `content` only that one, where one form after the other serves several things.
   */
  succeeded: (content?: object) => void;
  /** The server knows this id with other content; the next attempt gets a new one. */
  abandon: (content: object) => void;
}

/**
 * Keeps the ids of requests whose outcome is unknown. A lost answer may leave a recorded purchase behind;
 * typing the same values again must find that purchase and not make a second one.
 */
export function useRequestIds(): RequestIds {
  const [requestIds] = useState(createRequestIds);
  return requestIds;
}

function createRequestIds(): RequestIds {
  const unsettled = new Map<string, RepeatableRequest>();
  return {
    get(content) {
      const key = JSON.stringify(content);
      const request = unsettled.get(key) ?? { id: newRequestId(), startedAt: Date.now() };
      unsettled.set(key, request);
      return request;
    },
    succeeded(content) {
      if (content) unsettled.delete(JSON.stringify(content));
      else unsettled.clear();
    },
    abandon: (content) => unsettled.delete(JSON.stringify(content)),
  };
}

/**
 * A random UUID. Browsers hide `randomUUID` on plain http, which is how a merchant tries the product in its
 * own network.
 */
function newRequestId(): string {
  if (window.isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
