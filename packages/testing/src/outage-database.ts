import { allowLogins, ensureDatabase, migrate } from 'database/migrate';
import { type ScratchServer, startScratchServer } from 'database/scratch-server';
import pg from 'pg';

/** A PostgreSQL of a test's own, that keeps what it has committed however it ends, and may be mistreated. */
export interface OutageDatabase {
  server: ScratchServer;
  ownerUrl: string;
  appUrl: string;
  /** Pool as the superuser. Loses its connections with the server and makes new ones. */
  owner: pg.Pool;
  /** Ends the API's connections; answers how many there were. */
  terminateApi(): Promise<number>;
  discard(): Promise<void>;
}

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

export async function startOutageDatabase(settings: Record<string, string> = {}): Promise<OutageDatabase> {
  const server = await startScratchServer({ ...DURABLE, ...settings });
  const ownerUrl = server.ownerUrl('outage');
  await ensureDatabase(ownerUrl);
  await migrate(ownerUrl);
  await allowLogins(ownerUrl, server.appPassword);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  owner.on('error', () => undefined);
  owner.on('connect', (client) => void client.on('error', () => undefined));
  return {
    server,
    ownerUrl,
    appUrl: server.appUrl('outage'),
    owner,
    async terminateApi() {
      const { rowCount } = await owner.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'cashback_%'",
      );
      return rowCount ?? 0;
    },
    async discard() {
      await owner.end();
      await server.discard();
    },
  };
}
