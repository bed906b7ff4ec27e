import { REMOTE_DIRECTORY_ID, type RemoteDirectory, type RemoteEntry } from 'domain/remote-directory';

export type RemoteName = 'mfe_analytics' | 'mfe_backoffice' | 'mfe_customer';

/** It is some hundred bytes, which come in one piece or not at all. */
const WAIT_LIMIT_MS = 10_000;

async function fetchDirectory(cache: RequestCache): Promise<RemoteDirectory> {
  const call = new AbortController();
  const waitLimit = setTimeout(() => call.abort(), WAIT_LIMIT_MS);
  try {
    const response = await fetch('/remotes.json', { cache, signal: call.signal });
    if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
    return (await response.json()) as RemoteDirectory;
  } finally {
    clearTimeout(waitLimit);
  }
}

/** A customer's page says itself of which releases it is. */
function directoryInPage(): RemoteDirectory | undefined {
  const block = document.getElementById(REMOTE_DIRECTORY_ID)?.textContent;
  return block ? (JSON.parse(block) as RemoteDirectory) : undefined;
}

/**
 * The current address of a remote's entry. The shell is built without any of these addresses, and asks for
 * each remote's when it is first needed: a tab may be older than the release. `afresh` also skips the
 * browser's caches.
 */
export async function findRemoteEntry(name: RemoteName, afresh: boolean): Promise<RemoteEntry> {
  const inPage = afresh ? undefined : directoryInPage();
  const { remotes } = inPage ?? (await fetchDirectory(afresh ? 'reload' : 'default'));
  const entry = remotes[name];
  if (!entry) throw new Error(`/remotes.json has no remote ${name}`);
  return entry;
}
