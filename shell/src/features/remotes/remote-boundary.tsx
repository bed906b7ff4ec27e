import { Component, type ComponentType, type ReactNode } from 'react';
import { RemoteFailure } from './remote-failure.tsx';

interface RemoteBoundaryProps {
  /** The address shown; going elsewhere is a fresh start. */
  pathname: string;
  /** After a failure: whenever the children are shown again they should be others. */
  onRestart: () => void;
  FailureFrame: ComponentType<{ children: ReactNode }>;
  /** The action of 'Tentar novamente'; it gets the restart that is the default. */
  retry?: ((restart: () => void) => void) | undefined;
  children: ReactNode;
}

/** Catches a remote's errors, while it loads or while it renders: one message on one page. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: RemoteBoundaryProps) {
    if (this.state.failed && previous.pathname !== this.props.pathname) this.restart();
  }

  override componentWillUnmount() {
    if (this.state.failed) this.props.onRestart();
  }

  restart = () => {
    this.props.onRestart();
    this.setState({ failed: false });
  };

  override render() {
    const { FailureFrame, retry, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <FailureFrame>
        <RemoteFailure onRetry={retry ? () => retry(this.restart) : this.restart} />
      </FailureFrame>
    );
  }
}
