import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { allowLogins, ensureDatabase, migrate } from './migrate.ts';
import { startScratchServer } from './scratch-server.ts';

const TEMPLATE = 'template_migrated';

/** Addresses of the server that the tests of one run share. `{database}` stands for a database's name. */
export interface TestServer {
  maintenanceUrl: string;
  ownerUrl: string;
  appUrl: string;
}

export interface TestDatabase {
  /** Address as the superuser, who sees behind row-level security. */
  ownerUrl: string;
  /** Address as `cashback_app`, like the API's. */
  appUrl: string;
  drop(): Promise<void>;
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const CLOSING_MS = 1_000;

/**
 * Drops a database and disconnects its clients. Connections that are being closed get a moment for it: when
 * cut, their clients would throw an error that has no listener any more.
 */
export async function dropDatabase(maintenanceUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const since = performance.now();
    for (;;) {
      const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
      if (rowCount === 0 || performance.now() - since > CLOSING_MS) break;
      await wait(10);
    }
    await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

/**
 * A server with a migrated template, which copies in some 30 ms where the migrations would take half a
 * second.
 */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const server = await startScratchServer({ max_connections: '400', shared_buffers: '64MB' });
  try {
    const templateUrl = server.ownerUrl(TEMPLATE);
    await ensureDatabase(templateUrl);
    await migrate(templateUrl);
    await allowLogins(templateUrl, server.appPassword);
    // The tests' logins may say what "now" is; a deployment's may not.
    await execute(
      templateUrl,
      'GRANT cashback_test_clock TO cashback_app, cashback_worker, cashback_lookup_caller',
    );
    await execute(server.ownerUrl(), `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  } catch (error) {
    await server.discard();
    throw error;
  }
  return {
    maintenanceUrl: server.ownerUrl(),
    ownerUrl: server.ownerUrl('{database}'),
    // A connection may take as long as a loaded machine needs for it.
    appUrl: `${server.appUrl('{database}')}?connect_timeout=30`,
    stop: () => server.discard(),
  };
}

/** A migrated, empty database of its own on that server. */
export async function createDatabaseOn(server: TestServer): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(
    server.maintenanceUrl,
    `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`,
    // As `migrate` does; a copy has not its template's rights.
    `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
  );
  return {
    ownerUrl: server.ownerUrl.replace('{database}', name),
    appUrl: server.appUrl.replace('{database}', name),
    drop: () => dropDatabase(server.maintenanceUrl, name),
  };
}
