import { Component, type ReactNode } from 'react';
import { ScreenState } from 'ui/screen-state';
import { atMost } from './at-most.ts';
import { CenteredPage } from './centered-page.tsx';
import { giveWayToFailure } from './first-paint.ts';
import { reloadPage } from './watch-files.ts';

/**
 * The last resort: the shell's own files can't be loaded (a deployment replaced them, or the network is
 * gone). Only a reload gets others.
 *
 * A remote's error while it unmounts reaches this boundary too, as its own boundary leaves with it. The shell
 * is well then, so at first everything is rendered again; but not repeatedly, since a failure right after a
 * render would ask the API for everything each time.
 */
export class RestartBoundary extends Component<
  { children: ReactNode },
  { failed: boolean; isRetrying: boolean }
> {
  override state = { failed: false, isRetrying: false };
  /** It was shown again in this very turn; another failure now would repeat each time. */
  private isShownAgain = false;
  private mayShowAgain = atMost(3, 10_000);

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    if (this.isShownAgain || !this.mayShowAgain()) return giveWayToFailure();
    this.isShownAgain = true;
    this.setState({ failed: false });
  }

  override componentDidUpdate() {
    if (this.state.failed) return;
    setTimeout(() => {
      this.isShownAgain = false;
    });
  }

  retry = () => {
    this.setState({ isRetrying: true });
    void reloadPage();
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <CenteredPage>
        <ScreenState
          state="failed"
          isPage
          message="A página não pôde ser carregada."
          onRetry={this.retry}
          retrying={this.state.isRetrying}
        />
      </CenteredPage>
    );
  }
}
