import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteModule } from 'federation/remote-module';
import { fetchFailedFiles } from '../../lib/watch-files.ts';
import { findRemoteEntry, type RemoteName } from './remote-directory.ts';

/**
 * Loads a remote's `./app`. `afresh` asks the network for all of it again: for a remote that was down, or one
 * whose files a deployment has replaced since this tab was opened.
 */
export async function loadRemoteApp(name: RemoteName, afresh: boolean): Promise<RemoteModule> {
  if (afresh) {
    removeTraces(name);
    await fetchFailedFiles(folderOf(name));
  }
  const { entry, integrity } = await findRemoteEntry(name, afresh);
  // Further data about a remote goes to the runtime plugin that checks the entry.
  const remote = { name, entry, integrity };
  registerRemotes([remote], { force: afresh });
  const loaded = await loadRemote<RemoteModule>(`${name}/app`);
  if (!loaded) throw new Error(`${name} exposes no ./app`);
  return loaded;
}

/** The folder of all files of a remote, whichever release they are of. */
const folderOf = (name: RemoteName) => `/remotes/${name.replace('_', '-')}/`;

/**
 * A remote's bundler keeps its chunks in a list and its styles in the page. Another release numbers its own
 * alike and would take them for here already.
 */
function removeTraces(name: RemoteName): void {
  Reflect.deleteProperty(window, `rspackChunk${name}`);
  const styles = document.querySelectorAll(`link[rel="stylesheet"][href*="${folderOf(name)}"]`);
  for (const link of styles) link.remove();
}
