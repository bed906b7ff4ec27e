import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}

/** The path in the address bar, where there is no router to ask; updated on back and forward. */
export function useBarPathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname);
}
