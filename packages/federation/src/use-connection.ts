import { useSyncExternalStore } from 'react';
import type { Connection } from './connection.ts';
import { useRemoteHost } from './remote-host.tsx';

/** The browser's own word, where the shell is older than its connection. */
const BROWSER: Connection = {
  isLost: () => !navigator.onLine,
  subscribe(listener) {
    for (const type of ['online', 'offline']) window.addEventListener(type, listener);
    return () => {
      for (const type of ['online', 'offline']) window.removeEventListener(type, listener);
    };
  },
};

/** True while calls do not reach the API for want of a network. */
export function useIsConnectionLost(): boolean {
  const { subscribe, isLost } = useRemoteHost().connection ?? BROWSER;
  return useSyncExternalStore(subscribe, isLost);
}
