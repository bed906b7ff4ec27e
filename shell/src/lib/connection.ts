import { CONNECTION_EVENT, type Connection, type ConnectionNews } from 'federation/connection';

/**
 * Whether calls reach the API, by what the browser says and by how the calls of all front ends end. Only a
 * call that succeeds ends a lost connection: a browser is 'online' in a network that leads nowhere. It must
 * have begun since then: an answer that was on its way says nothing about the network after it.
 */
export function watchConnection(page: EventTarget, isOnline: boolean): Connection {
  let isLost = !isOnline;
  let lostAt = 0;
  const listeners = new Set<() => void>();

  function set(next: boolean) {
    if (next === isLost) return;
    isLost = next;
    if (isLost) lostAt = performance.now();
    for (const listener of listeners) listener();
  }

  page.addEventListener('offline', () => set(true));
  page.addEventListener(CONNECTION_EVENT, (event) => {
    // A remote that is older than the shell does not say since when.
    const { isLost: isLostNow, since = lostAt } = (event as CustomEvent<Partial<ConnectionNews>>).detail;
    if (isLostNow || since >= lostAt) set(isLostNow === true);
  });
  return {
    isLost: () => isLost,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The one of this page. */
export const connection = watchConnection(window, navigator.onLine);
