import { useLayoutEffect } from 'react';
import { ScreenState } from 'ui/screen-state';
import { giveWayToFailure } from '../../lib/first-paint.ts';

/** Not lazy: it is shown when files can't be had, so its own must be here already. */
export function RemoteFailure({ onRetry }: { onRetry: () => void }) {
  useLayoutEffect(giveWayToFailure, []);
  return (
    <ScreenState state="failed" isPage message="Esta página não pôde ser carregada." onRetry={onRetry} />
  );
}
