import type { RemoteModule } from 'federation/remote-module';
import { type LazyExoticComponent, lazy } from 'react';
import { loadRemoteApp } from './load-remote.ts';
import type { RemoteName } from './remote-directory.ts';

type RemoteApp = LazyExoticComponent<RemoteModule['default']>;

/**
 * Outside of the component, because React drops the state of a component that suspends before it was first
 * shown: a failed attempt made in there would be repeated forever.
 */
const apps = new Map<RemoteName, RemoteApp>();
const forgotten = new Set<RemoteName>();

export function remoteApp(name: RemoteName): RemoteApp {
  const known = apps.get(name);
  if (known) return known;
  const afresh = forgotten.delete(name);
  const app = lazy(() => loadRemoteApp(name, afresh));
  apps.set(name, app);
  return app;
}

/** A lazy component keeps its failure; the next time this remote is shown it is another, fetched again. */
export function forgetRemote(name: RemoteName): void {
  apps.delete(name);
  forgotten.add(name);
}

/** The remote's screens for the counter, before somebody opens them. What fails is fetched when they do. */
export async function fetchRemoteAhead(name: RemoteName): Promise<void> {
  try {
    const remote = await loadRemoteApp(name, forgotten.delete(name));
    await remote.fetchAhead?.();
  } catch {
    if (!apps.has(name)) forgotten.add(name);
  }
}
