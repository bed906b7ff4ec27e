import { CONNECTION_EVENT } from 'federation/connection';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ScreenState } from 'ui/screen-state';
import { giveWayToFailure } from '../../lib/first-paint.ts';

/**
 * Not lazy: it is shown when files can't be had, so its own must be here already. With the network back it
 * tries again by itself.
 */
export function RemoteFailure({ onRetry }: { onRetry: () => void }) {
  const [isRetrying, setIsRetrying] = useState(false);
  useLayoutEffect(giveWayToFailure, []);
  function retry() {
    // This frame ends with the failure: another page or the remote itself follows.
    setIsRetrying(true);
    onRetry();
  }
  const retryOnline = useEffectEvent(() => {
    if (navigator.onLine) retry();
  });
  useEffect(() => {
    const answered = (event: Event) => {
      if (!(event as CustomEvent<{ isLost: boolean }>).detail?.isLost) retryOnline();
    };
    const events = ['online', CONNECTION_EVENT];
    for (const name of events) window.addEventListener(name, answered);
    return () => {
      for (const name of events) window.removeEventListener(name, answered);
    };
  }, []);
  return (
    <ScreenState
      state="failed"
      isPage
      message="Esta página não pôde ser carregada."
      onRetry={retry}
      retrying={isRetrying}
    />
  );
}
