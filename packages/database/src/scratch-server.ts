import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from 'processes/process-identity';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const PREFIX = 'cashback-scratch-';

/** Nothing here outlives the process, so nothing has to reach the disk. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const UNHELD_LIMIT_MS = 60_000;

function isInUse(folder: string): boolean {
  const holder = join(folder, 'holder');
  const identity = existsSync(holder) ? readFileSync(holder, 'utf8') : '';
  return identity
    ? processIdentity(Number(identity.split(':')[0])) === identity
    : Date.now() - statSync(folder).mtimeMs < UNHELD_LIMIT_MS;
}

/** Folders of runs that were killed: their holder no longer runs, or ended before it said who it was. */
function sweep(base: string): void {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(base, name);
    try {
      if (!isInUse(folder)) rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      // Its own holder, or another sweep, has deleted it in the meantime.
      if (existsSync(folder)) throw error;
    }
  }
}

export interface ScratchServer extends EmbeddedPostgres {
  /** Stops the server and deletes its data. */
  discard(): Promise<void>;
}

/** A PostgreSQL of its own in a temporary folder, for tests and checks. */
export async function startScratchServer(settings: Record<string, string> = {}): Promise<ScratchServer> {
  sweep(tmpdir());
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const server = await startEmbeddedPostgres({
    dataDirectory: folder,
    settings: { ...FORGETFUL, ...settings },
  });
  return Object.assign(server, {
    async discard() {
      await server.stop('immediate');
      rmSync(server.dataDirectory, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

export async function withScratchServer<T>(work: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await startScratchServer();
  try {
    return await work(server);
  } finally {
    await server.discard();
  }
}
