import { useEffect } from 'react';
import { session } from './session.ts';

/** The pauses between questions while calls are lost; they double. */
const ASK_MS = { first: 4_000, most: 30_000 };

/**
 * Asks now and then whether the server can be reached again: a browser that calls itself online does not say
 * when.
 */
export function useReconnect(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return;
    let pauseMs = ASK_MS.first;
    let timer = setTimeout(ask, pauseMs);
    function ask() {
      void session.refresh();
      pauseMs = Math.min(pauseMs * 2, ASK_MS.most);
      timer = setTimeout(ask, pauseMs);
    }
    return () => clearTimeout(timer);
  }, [isLost]);
}
