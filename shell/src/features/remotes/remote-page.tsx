import type { RemoteHost } from 'federation/remote-module';
import { type ComponentType, Fragment, type ReactNode, Suspense } from 'react';
import { forgetRemote, remoteApp } from './remote-apps.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import type { RemoteName } from './remote-directory.ts';
import { TakeOver } from './take-over.tsx';

interface RemotePageProps {
  name: RemoteName;
  host: RemoteHost;
  /** The address shown; going elsewhere is another start after a failure. */
  pathname: string;
  /** The page's content until the remote and its screen are loaded. */
  skeleton: ReactNode;
  /** Around the failure, where nothing else is on the page. */
  FailureFrame?: ComponentType<{ children: ReactNode }>;
  /** See RemoteBoundary. */
  retry?: (restart: () => void) => void;
}

/** One remote as a page of the shell: skeleton, then the remote, or one message if it can't be had. */
export function RemotePage(props: RemotePageProps) {
  const { name, host, pathname, skeleton, FailureFrame = Fragment, retry } = props;
  return (
    <RemoteBoundary
      key={name}
      pathname={pathname}
      FailureFrame={FailureFrame}
      retry={retry}
      onRestart={() => forgetRemote(name)}
    >
      <Suspense fallback={skeleton}>
        <MountedRemote name={name} host={host} />
        <TakeOver />
      </Suspense>
    </RemoteBoundary>
  );
}

function MountedRemote({ name, host }: Pick<RemotePageProps, 'name' | 'host'>) {
  const App = remoteApp(name);
  return <App host={host} />;
}
