import type { RemoteModule } from 'federation/remote-module';
import { findRemoteEntry, type RemoteName } from './remote-directory.ts';

/** What a remote's entry leaves on `window` under the remote's name. */
interface RemoteContainer {
  init: (shareScope: unknown) => void | Promise<void>;
  get: (module: './app') => Promise<() => RemoteModule>;
}

// The bundler's names for the share scope, which holds React and the router.
declare const __webpack_init_sharing__: (scope: string) => void | Promise<void>;
declare const __webpack_share_scopes__: { default: unknown };

/** A server that takes a connection and says nothing would otherwise leave a skeleton for minutes. */
const ENTRY_TIMEOUT_MS = 20_000;

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    const timer = setTimeout(fail, ENTRY_TIMEOUT_MS);
    script.src = address;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    document.head.append(script);
  });
}

/**
 * Loads a remote's `./app`: its entry, handed the shell's share scope, then the module. `afresh` asks the
 * network for all of it again: for a remote that was down, or one whose files a deployment has replaced
 * since this tab was opened. Loading an entry a second time puts a new container in the old one's place.
 */
export async function loadRemoteApp(name: RemoteName, afresh: boolean): Promise<RemoteModule> {
  await loadScript(await findRemoteEntry(name, afresh));
  const container = (window as unknown as Partial<Record<RemoteName, RemoteContainer>>)[name];
  if (!container) throw new Error(`the entry of ${name} left no container of that name`);
  await __webpack_init_sharing__('default');
  await container.init(__webpack_share_scopes__.default);
  const instantiate = await container.get('./app');
  return instantiate();
}
