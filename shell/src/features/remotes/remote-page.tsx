import type { RemoteHost, RemoteModule } from 'federation/remote-module';
import {
  type ComponentType,
  Fragment,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
} from 'react';
import { loadRemoteApp } from './load-remote.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import type { RemoteName } from './remote-directory.ts';
import { TakeOver } from './take-over.tsx';

type RemoteApp = LazyExoticComponent<RemoteModule['default']>;

/**
 * Outside of the component, because React drops the state of a component that suspends before it was first
 * shown: a failed attempt made in there would be repeated forever.
 */
const apps = new Map<RemoteName, RemoteApp>();
const forgotten = new Set<RemoteName>();

function remoteApp(name: RemoteName): RemoteApp {
  const known = apps.get(name);
  if (known) return known;
  const afresh = forgotten.delete(name);
  const app = lazy(() => loadRemoteApp(name, afresh));
  apps.set(name, app);
  return app;
}

/** A lazy component keeps its failure; the next time this remote is shown it is another, fetched again. */
function forgetRemote(name: RemoteName): void {
  apps.delete(name);
  forgotten.add(name);
}

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
