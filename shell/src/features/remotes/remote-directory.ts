import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteModule } from 'federation/remote-module';

export type RemoteName = 'mfe_analytics' | 'mfe_backoffice' | 'mfe_customer';

/** `/remotes.json`: where each remote's entry is today. The shell is built without any of these addresses. */
interface RemoteDirectory {
  remotes: Record<string, { entry: string }>;
}

let directory: Promise<RemoteDirectory> | undefined;

async function fetchDirectory(cache: RequestCache): Promise<RemoteDirectory> {
  const response = await fetch('/remotes.json', { cache });
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
  return (await response.json()) as RemoteDirectory;
}

async function register(name: RemoteName, afresh: boolean): Promise<void> {
  directory ??= fetchDirectory(afresh ? 'reload' : 'default');
  const entry = (await directory).remotes[name]?.entry;
  if (!entry) throw new Error(`/remotes.json has no remote ${name}`);
  // `force` makes the runtime drop what it holds of this remote, be it a failure or yesterday's files.
  registerRemotes([{ name, entry: new URL(entry, location.href).href }], { force: afresh });
}

/**
 * Loads a remote's `./app`. `afresh` forgets what an earlier attempt left behind and asks the network
 * again: a remote that was down, or one whose files a deployment has replaced since this tab was opened.
 */
export async function loadRemoteApp(name: RemoteName, afresh: boolean): Promise<RemoteModule> {
  if (afresh) directory = undefined;
  try {
    await register(name, afresh);
  } catch (error) {
    directory = undefined;
    throw error;
  }
  const module = await loadRemote<RemoteModule>(`${name}/app`);
  if (!module) throw new Error(`the remote ${name} exposes no app`);
  return module;
}
