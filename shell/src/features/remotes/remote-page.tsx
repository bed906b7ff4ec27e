import type { RemoteHost, RemoteModule } from 'federation/remote-module';
import { type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loadRemoteApp } from './load-remote.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import type { RemoteName } from './remote-directory.ts';

type RemoteApp = LazyExoticComponent<RemoteModule['default']>;

/**
 * A lazy component remembers its failure for ever, so each attempt is a new one. Kept outside of the
 * component because React throws away the state of what suspends before it was first shown.
 */
const apps = new Map<RemoteName, RemoteApp>();
const failed = new Set<RemoteName>();

function remoteApp(name: RemoteName): RemoteApp {
  const known = apps.get(name);
  if (known) return known;
  const afresh = failed.delete(name);
  const app = lazy(() =>
    loadRemoteApp(name, afresh).catch((error: unknown) => {
      forgetRemote(name);
      throw error;
    }),
  );
  apps.set(name, app);
  return app;
}

/** The next time this remote is shown it is fetched again. */
function forgetRemote(name: RemoteName): void {
  apps.delete(name);
  failed.add(name);
}

interface RemotePageProps {
  name: RemoteName;
  host: RemoteHost;
  /** What stands in the page until the remote and its screen are here. */
  skeleton: ReactNode;
}

/** One remote as a page of the shell: skeleton, then the remote, or one sentence if it can't be had. */
export function RemotePage({ name, host, skeleton }: RemotePageProps) {
  return (
    <RemoteBoundary key={name} pathname={useLocation().pathname} onRetry={() => forgetRemote(name)}>
      <Suspense fallback={skeleton}>
        <MountedRemote name={name} host={host} />
      </Suspense>
    </RemoteBoundary>
  );
}

function MountedRemote({ name, host }: Omit<RemotePageProps, 'skeleton'>) {
  // State, so that a remote on screen isn't swapped when another attempt is made later.
  const [App] = useState(() => remoteApp(name));
  return <App host={host} />;
}
