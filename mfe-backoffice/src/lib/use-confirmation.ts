import { isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useRef, useState } from 'react';
import { useRefreshMovements } from './use-refresh-movements.ts';

/**
 * The wait before a stream is reopened. It grows each time, so that a client with too many streams asks less.
 */
const RECONNECT_MS = { first: 3_000, most: 24_000 };
/** How often a list is asked where no stream is to be had. */
const ASK_MS = 5_000;

/**
 * The state of a dialog that watches one code: hand `options` to the noun's `watch.useSubscription` and the
 * result to `useKeepWatching`. The state is ours because tRPC forgets the last data when the stream ends.
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
 * proxy whose API is restarting, too many streams), and the server ends a stream after half an hour. The
 * first is retried soon, the second when the screen is used again.
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

/** A list's status counts like a stream's event. */
export function useSeenConfirmed(isSeen: boolean, confirm: () => void): void {
  useEffect(() => {
    if (isSeen) confirm();
  }, [isSeen, confirm]);
}
