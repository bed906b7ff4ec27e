import { CONNECTION_EVENT, type Connection } from 'federation/connection';

/**
 * Whether calls reach the API, by what the browser says and by how the calls of all front ends end. Only a
 * call that succeeds ends a lost connection: a browser is 'online' in a network that leads nowhere.
 */
function watchConnection(page: EventTarget, isOnline: boolean): Connection {
  let isLost = !isOnline;
  const listeners = new Set<() => void>();

  function set(next: boolean) {
    if (next === isLost) return;
    isLost = next;
    for (const listener of listeners) listener();
  }

  page.addEventListener('offline', () => set(true));
  page.addEventListener(CONNECTION_EVENT, (event) =>
    set((event as CustomEvent<{ isLost: boolean }>).detail.isLost),
  );
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
