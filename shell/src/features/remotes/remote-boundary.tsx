import { Component, type ReactNode } from 'react';
import { RemoteFailure } from './remote-failure.tsx';

interface RemoteBoundaryProps {
  /** The address shown; going elsewhere is a fresh start. */
  pathname: string;
  /** The person asked for another try. */
  onRetry: () => void;
  children: ReactNode;
}

/** What a remote throws, while it loads or while it renders, ends here: one sentence on one page. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: RemoteBoundaryProps) {
    if (this.state.failed && previous.pathname !== this.props.pathname) this.setState({ failed: false });
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ failed: false });
  };

  override render() {
    return this.state.failed ? <RemoteFailure onRetry={this.retry} /> : this.props.children;
  }
}
