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

/** The address of a remote's entry. `afresh` asks the network even if the directory is known. */
export async function findRemoteEntry(name: RemoteName, afresh: boolean): Promise<string> {
  if (afresh) directory = undefined;
  directory ??= fetchDirectory(afresh ? 'reload' : 'default');
  try {
    const entry = (await directory).remotes[name]?.entry;
    if (!entry) throw new Error(`/remotes.json has no remote ${name}`);
    return entry;
  } catch (error) {
    directory = undefined;
    throw error;
  }
}
