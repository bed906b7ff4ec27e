import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** PostgreSQL's own programs, which the bundled server comes without. */

/** Folder in which Debian keeps one folder for each major version. */
const VERSIONED = '/usr/lib/postgresql';

export interface PostgresTool {
  path: string;
  major: number;
}

function foldersOfTools(): string[] {
  const versions = existsSync(VERSIONED)
    ? readdirSync(VERSIONED).map((version) => join(VERSIONED, version, 'bin'))
    : [];
  return [...versions, ...(process.env.PATH ?? '').split(delimiter)].filter((folder) => folder !== '');
}

function majorOf(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? Number.NaN);
}

/**
 * The program of that major version, or of the next one that is here: each reads what older servers and
 * programs wrote, and nothing of newer ones. Throws, saying what to install, when there is none.
 */
export function findPostgresTool(name: 'pg_dump' | 'pg_restore', atLeast: number): PostgresTool {
  const [found] = foldersOfTools()
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, major: majorOf(path) }))
    .filter(({ major }) => major >= atLeast)
    .sort((a, b) => a.major - b.major);
  if (found) return found;
  throw new Error(
    `${name} of PostgreSQL ${atLeast} or newer is needed and not here; the package is postgresql-client-${atLeast}.`,
  );
}

/**
 * An address as libpq's environment, so that no password is in a command line that others on the machine can
 * read.
 */
function connectionEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslMode && { PGSSLMODE: sslMode }),
  };
}

/** Runs it on the database of an address. Rejects with its output when it fails. */
export function runPostgresTool({ path }: PostgresTool, args: string[], url: string): Promise<void> {
  const child = spawn(path, ['--no-password', ...args], {
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...connectionEnvironment(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `${path} ended with ${code}`)),
    );
  });
}
