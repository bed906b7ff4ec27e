import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}

/**
 * The path in the address bar, where there is no router to ask; told of when somebody goes back or forward.
 */
export function useBarPathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname);
}
