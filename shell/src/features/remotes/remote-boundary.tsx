import { Component, type ReactNode } from 'react';
import { RemoteFailure } from './remote-failure.tsx';

interface RemoteBoundaryProps {
  /** The address shown; going elsewhere is a fresh start. */
  pathname: string;
  /** After a failure the children are about to be shown again. */
  onRestart: () => void;
  children: ReactNode;
}

/** What a remote throws, while it loads or while it renders, ends here: one sentence on one page. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: RemoteBoundaryProps) {
    if (this.state.failed && previous.pathname !== this.props.pathname) this.restart();
  }

  restart = () => {
    this.props.onRestart();
    this.setState({ failed: false });
  };

  override render() {
    return this.state.failed ? <RemoteFailure onRetry={this.restart} /> : this.props.children;
  }
}
