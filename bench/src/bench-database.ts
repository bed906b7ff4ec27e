import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from 'database/embedded-postgres';
import { allowLogins, ensureDatabase, migrate } from 'database/migrate';
import pg from 'pg';

const FOLDERS = {
  /** Folder beside the product's own data, so that a flush costs as much as the product's. */
  onDisk: join(import.meta.dirname, '../../.data/bench'),
  /**
   * Folder in which a flush costs nothing, and a disk that stops now and then does not disturb the
   * comparison.
   */
  inMemory: '/dev/shm/cashback-bench',
};

/**
 * PostgreSQL's defaults, durable to the last commit, with room for 128 clients. Checkpoints and vacuuming
 * would fall into whichever measurement happens to run then; both wait until the end.
 */
const SETTINGS = {
  max_connections: '300',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  autovacuum: 'off',
};

export interface BenchServer extends EmbeddedPostgres {
  /** A migrated, empty database of that name; by default of this checkout's migrations. */
  createDatabase(name: string, applyMigrations?: (ownerUrl: string) => Promise<unknown>): Promise<void>;
  /** Stops the server and deletes its data. */
  discard(): Promise<void>;
}

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Starts the server of a bench. A killed bench leaves its databases behind; they are dropped before new ones
 * are made.
 */
export async function startBenchServer({ isInMemory = false } = {}): Promise<BenchServer> {
  const folder = isInMemory ? FOLDERS.inMemory : FOLDERS.onDisk;
  const server = await startEmbeddedPostgres({ dataDirectory: folder, settings: SETTINGS });
  const additions: Omit<BenchServer, keyof EmbeddedPostgres> = {
    async createDatabase(name, applyMigrations = migrate) {
      const ownerUrl = server.ownerUrl(name);
      await withClient(server.ownerUrl(), (client) =>
        client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
      );
      await ensureDatabase(ownerUrl);
      await applyMigrations(ownerUrl);
      await allowLogins(ownerUrl, server.appPassword);
    },
    async discard() {
      await server.stop('immediate');
      for (const path of [server.dataDirectory, folder]) rmSync(path, { recursive: true, force: true });
    },
  };
  return Object.assign(server, additions);
}

/** Throws when the server would answer before the commit is on the disk: such a run would prove nothing. */
export async function assertDurable(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [setting]);
    if (rows[0]?.value !== 'on') throw new Error(`${setting} is ${rows[0]?.value}, so nothing is durable.`);
  }
}
