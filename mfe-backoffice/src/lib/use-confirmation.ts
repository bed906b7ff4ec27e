import { isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useRef, useState } from 'react';
import { useRefreshMovements } from './use-refresh-movements.ts';

/**
 * Before a stream is asked for again: longer each time, so that whoever has too many does not press for more.
 */
const RECONNECT_MS = { first: 3_000, most: 24_000 };
/** How often a list is asked where no stream is to be had. */
const ASK_MS = 5_000;

/**
 * What a dialog needs to watch one code: hand `options` to the noun's `watch.useSubscription` and the result
 * to `useKeepWatching`. The state is ours because tRPC forgets the last data when the stream ends.
 */
export function useConfirmation() {
  const { onSessionEnded } = useRemoteHost();
  const refresh = useRefreshMovements();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const confirm = () => {
    setIsConfirmed(true);
    refresh();
  };
  const options = {
    enabled: !isConfirmed,
    onData: ({ confirmed }: { confirmed: boolean }) => {
      if (confirmed) confirm();
    },
    onError: (error: unknown) => {
      if (isRefusal(error, 'unauthenticated')) onSessionEnded();
    },
  };
  return { isConfirmed, confirm, options };
}

interface Subscription {
  status: 'idle' | 'connecting' | 'pending' | 'error';
  reset: () => void;
}

/**
 * Opens an ended stream again. tRPC reconnects a broken connection itself, but gives up at an HTTP error (a
 * proxy whose API is restarting, too many streams), and the server ends a stream that was left open for half
 * an hour: the first is tried again soon, the second when somebody is at the screen.
 */
export function useKeepWatching({ status, reset }: Subscription, isWanted: boolean): void {
  const failures = useRef(0);
  useEffect(() => {
    if (status === 'pending') failures.current = 0;
    if (!isWanted || status !== 'error') return;
    const pauseMs = Math.min(RECONNECT_MS.first * 2 ** failures.current, RECONNECT_MS.most);
    failures.current += 1;
    const timer = setTimeout(reset, pauseMs);
    return () => clearTimeout(timer);
  }, [isWanted, status, reset]);

  useEffect(() => {
    if (!isWanted || status !== 'idle') return;
    const controller = new AbortController();
    for (const sign of ['pointermove', 'pointerdown', 'keydown', 'visibilitychange']) {
      document.addEventListener(sign, reset, { signal: controller.signal, once: true });
    }
    return () => controller.abort();
  }, [isWanted, status, reset]);
}

/** Options of the list that is asked now and then while there is no stream. */
export const askInstead = ({ status }: Subscription, isWanted: boolean) => ({
  enabled: isWanted && status === 'error',
  refetchInterval: ASK_MS,
});

/** What a list shows counts as what a stream says. */
export function useSeenConfirmed(isSeen: boolean, confirm: () => void): void {
  useEffect(() => {
    if (isSeen) confirm();
  }, [isSeen, confirm]);
}
