import { useLayoutEffect, useState } from 'react';
import { ScreenState } from 'ui/screen-state';
import { giveWayToFailure } from '../../lib/first-paint.ts';

/** Not lazy: it is shown when files can't be had, so its own must be here already. */
export function RemoteFailure({ onRetry }: { onRetry: () => void }) {
  const [isRetrying, setIsRetrying] = useState(false);
  useLayoutEffect(giveWayToFailure, []);
  function retry() {
    // This frame ends with the failure: another page or the remote itself follows.
    setIsRetrying(true);
    onRetry();
  }
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
