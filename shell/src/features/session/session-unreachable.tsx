import { OFFLINE_MESSAGE } from 'domain/failure-messages';
import { useState } from 'react';
import { ScreenState } from 'ui/screen-state';
import { CenteredPage } from '../../lib/centered-page.tsx';

/**
 * This browser knows of no session and the server can't be asked: neither the page nor /login would be right.
 */
export function SessionUnreachable({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isRetrying, setIsRetrying] = useState(false);
  async function retry() {
    setIsRetrying(true);
    await onRetry();
    setIsRetrying(false);
  }
  return (
    <CenteredPage>
      <ScreenState state="failed" message={OFFLINE_MESSAGE} onRetry={retry} retrying={isRetrying} />
    </CenteredPage>
  );
}
