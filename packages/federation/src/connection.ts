/** The window event that says whether a call found a network. */
export const CONNECTION_EVENT = 'volta:connection';

/** Whether calls reach the API, for `useSyncExternalStore`. */
export interface Connection {
  isLost: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

function announce(isLost: boolean): void {
  window.dispatchEvent(new CustomEvent(CONNECTION_EVENT, { detail: { isLost } }));
}

/**
 * `fetch`, which also tells the page whether the network carried the call. By an event, as toasts travel:
 * each remote has a client of its own, and the shell alone shows the state.
 */
export async function announcingFetch(address: RequestInfo | URL, request?: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(address, request);
    announce(false);
    return answer;
  } catch (error) {
    // The caller did not want the answer any more: that says nothing about the network.
    if (!request?.signal?.aborted) announce(true);
    throw error;
  }
}
