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
/** Without a network the directory of remotes cannot be asked again, so what was loaded is kept. */
const modules = new Map<RemoteName, Promise<RemoteModule>>();
const forgotten = new Set<RemoteName>();

function loadOnce(name: RemoteName): Promise<RemoteModule> {
  const known = modules.get(name);
  if (known) return known;
  const loaded = loadRemoteApp(name, forgotten.delete(name));
  modules.set(name, loaded);
  return loaded;
}

export function remoteApp(name: RemoteName): RemoteApp {
  const known = apps.get(name);
  if (known) return known;
  const app = lazy(() => loadOnce(name));
  apps.set(name, app);
  return app;
}

/** A lazy component keeps its failure; the next time this remote is shown it is another, fetched again. */
export function forgetRemote(name: RemoteName): void {
  apps.delete(name);
  modules.delete(name);
  forgotten.add(name);
}

/** The remote's screens for the counter, before somebody opens them. What fails is fetched when they do. */
export async function fetchRemoteAhead(name: RemoteName): Promise<void> {
  const loaded = loadOnce(name);
  try {
    await (await loaded).fetchAhead?.();
  } catch {
    // One that is shown already has its boundary.
    if (modules.get(name) === loaded && !apps.has(name)) forgetRemote(name);
  }
}
