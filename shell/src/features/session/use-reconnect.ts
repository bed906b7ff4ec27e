import { useEffect } from 'react';
import { session } from './session.ts';

/** The pauses between questions; they double. */
const ASK_MS = { first: 4_000, most: 30_000 };

/**
 * Asks now and then who is signed in while calls are lost, because a browser that calls itself online does
 * not say when they reach the server again; and while that alone is not known, which no other call answers:
 * what waits on the device goes out only then.
 */
export function useReconnect(isUnreached: boolean): void {
  useEffect(() => {
    if (!isUnreached) return;
    let pauseMs = ASK_MS.first;
    let timer = setTimeout(ask, pauseMs);
    function ask() {
      void session.refresh();
      pauseMs = Math.min(pauseMs * 2, ASK_MS.most);
      timer = setTimeout(ask, pauseMs);
    }
    return () => clearTimeout(timer);
  }, [isUnreached]);
}
