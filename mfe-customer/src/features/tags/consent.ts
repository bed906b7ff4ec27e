import { useSyncExternalStore } from 'react';

/**
 * The visitor's answer to the merchant's tags: kept for this origin, thus for this merchant, until it is
 * changed.
 */
export type Consent = 'granted' | 'denied' | 'undecided';

const KEY = 'consentimento-tags';

let current: Consent | undefined;
const watchers = new Set<() => void>();

function readConsent(): Consent {
  current ??= readStored();
  return current;
}

function readStored(): Consent {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'granted' || stored === 'denied' ? stored : 'undecided';
  } catch {
    return 'undecided';
  }
}

export function writeConsent(consent: 'granted' | 'denied'): void {
  current = consent;
  try {
    localStorage.setItem(KEY, consent);
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
  for (const watch of watchers) watch();
}

function watch(watcher: () => void): () => void {
  // Another tab of the same merchant is the same visitor.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    current = readStored();
    watcher();
  };
  watchers.add(watcher);
  window.addEventListener('storage', onStorage);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', onStorage);
  };
}

export function useConsent(): Consent {
  return useSyncExternalStore(watch, readConsent);
}
