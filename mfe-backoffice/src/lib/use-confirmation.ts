import { isRefusal } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useState } from 'react';
import { useRefreshOperations } from './use-refresh-operations.ts';

const RECONNECT_MS = 3_000;

/**
 * What a dialog needs to watch one code: hand `options` to the noun's `watch.useSubscription` and the result to
 * `useKeepWatching`. The state is ours because tRPC forgets the last data when the stream ends.
 */
export function useConfirmation() {
  const { onSessionEnded } = useRemoteHost();
  const refresh = useRefreshOperations();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const options = {
    enabled: !isConfirmed,
    onData: ({ confirmed }: { confirmed: boolean }) => {
      if (!confirmed) return;
      setIsConfirmed(true);
      refresh();
    },
    onError: (error: unknown) => {
      if (isRefusal(error, 'unauthenticated')) onSessionEnded();
    },
  };
  return { isConfirmed, options };
}

interface Subscription {
  status: 'idle' | 'connecting' | 'pending' | 'error';
  reset: () => void;
}

/**
 * Opens an ended stream again. tRPC reconnects a broken connection itself, but gives up at an HTTP error (a
 * proxy whose API is restarting), and the server ends a stream that was left open for half an hour: the first
 * is tried again soon, the second when somebody is at the screen.
 */
export function useKeepWatching({ status, reset }: Subscription, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || status !== 'error') return;
    const timer = setTimeout(reset, RECONNECT_MS);
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
