import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteModule } from 'federation/remote-module';
import { findRemoteEntry, type RemoteName } from './remote-directory.ts';

/**
 * Loads a remote's `./app`. `afresh` asks the network for all of it again: for a remote that was down, or one
 * whose files a deployment has replaced since this tab was opened.
 */
export async function loadRemoteApp(name: RemoteName, afresh: boolean): Promise<RemoteModule> {
  const entry = await findRemoteEntry(name, afresh);
  registerRemotes([{ name, entry }], { force: afresh });
  const loaded = await loadRemote<RemoteModule>(`${name}/app`);
  if (!loaded) throw new Error(`${name} exposes no ./app`);
  return loaded;
}
