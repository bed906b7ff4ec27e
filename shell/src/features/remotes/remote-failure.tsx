import { ScreenState } from 'ui/screen-state';

/** Not lazy: it is shown when files can't be had, so its own must be here already. */
export function RemoteFailure({ onRetry }: { onRetry: () => void }) {
  return <ScreenState state="failed" message="Esta página não pôde ser carregada." onRetry={onRetry} />;
}
