/** The window event that says whether a call found a network. */
export const CONNECTION_EVENT = 'volta:connection';

/** Whether calls reach the API, for `useSyncExternalStore`. */
export interface Connection {
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

export interface ConnectionNews {
  isLost: boolean;
  /** When the call began, by `performance.now()`. */
  since: number;
}

function announce(detail: ConnectionNews): void {
  window.dispatchEvent(new CustomEvent(CONNECTION_EVENT, { detail }));
}

/**
 * `fetch`, which also tells the page whether the network carried the call. By an event, as toasts travel:
 * each remote has a client of its own, and the shell alone shows the state.
 */
export async function announcingFetch(address: RequestInfo | URL, request?: RequestInit): Promise<Response> {
  const since = performance.now();
  try {
    const answer = await fetch(address, request);
    announce({ isLost: false, since });
    return answer;
  } catch (error) {
    // The caller did not want the answer any more: that says nothing about the network.
    if (!request?.signal?.aborted) announce({ isLost: true, since });
    throw error;
  }
}
