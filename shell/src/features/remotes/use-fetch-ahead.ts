import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { fetchRemoteAhead } from './remote-apps.ts';
import type { RemoteName } from './remote-directory.ts';

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
    return whenIdle(() => void fetchRemoteAhead(name));
  }, [name]);
}
