import { useEffect } from 'react';
import { fetchRemoteAhead } from './remote-apps.ts';
import type { RemoteName } from './remote-directory.ts';

/** At the latest; a dashboard that goes on drawing must not keep the counter from being there. */
const IDLE_WITHIN_MS = 10_000;
/** Browsers without idle callbacks. */
const SOON_MS = 3_000;

interface NetworkInformation {
  saveData?: boolean;
}

/** Data saver is on: only opened screens are loaded. */
function savesData(): boolean {
  return (navigator as { connection?: NetworkInformation }).connection?.saveData === true;
}

/** Once the open page is idle, has the browser fetch the screens that must be there without a network. */
export function useFetchAhead(name: RemoteName): void {
  useEffect(() => {
    if (savesData()) return;
    const fetchAhead = () => void fetchRemoteAhead(name);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchAhead, SOON_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(fetchAhead, { timeout: IDLE_WITHIN_MS });
    return () => cancelIdleCallback(handle);
  }, [name]);
}
