/**
 * The current address of each remote: the answer to GET /remotes.json, and on customers' pages a JSON block
 * with this id in the page itself, so that the page, its first paint and its remote are of one release.
 */
export const REMOTE_DIRECTORY_ID = 'remotes';

export interface RemoteDirectory {
  /** By the names that Module Federation knows them by: 'mfe_backoffice'. */
  remotes: Record<string, RemoteEntry>;
}

export interface RemoteEntry {
  /** An address on the page's own origin. */
  entry: string;
  /** 'sha384-…' of the entry. A directory older than this has none; then nothing is checked. */
  integrity?: string;
}
