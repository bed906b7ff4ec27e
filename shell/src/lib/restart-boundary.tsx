import { Component, type ReactNode } from 'react';
import { ScreenState } from 'ui/screen-state';
import { CenteredPage } from './centered-page.tsx';
import { giveWayToFailure } from './first-paint.ts';
import { reloadPage } from './watch-files.ts';

/**
 * The last resort: the shell's own files can't be had (a deployment replaced them, or the network is gone).
 * Only a new start gets others.
 */
export class RestartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    giveWayToFailure();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <CenteredPage>
        <ScreenState
          state="failed"
          message="A página não pôde ser carregada."
          onRetry={() => void reloadPage()}
        />
      </CenteredPage>
    );
  }
}
