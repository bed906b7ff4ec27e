import pg from 'pg';
import { applyMigrations, type PrismaFolder } from './schema-engine.ts';

/** Any number that nothing else on the server locks; it only has to stay the same between releases. */
const MIGRATION_LOCK = 7_021_984_511;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: Error) => {
    throw new Error(`The database at ${client.host}:${client.port} cannot be used: ${error.message}`);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the database a URL names, on a server that lacks it. */
export async function ensureDatabase(ownerUrl: string): Promise<void> {
  const maintenance = new URL(ownerUrl);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  maintenance.pathname = '/postgres';
  await withClient(maintenance.href, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

/**
 * Brings the database up to the newest migration. Processes that start together take turns, so each migration runs
 * once, and the later ones find nothing left to do.
 * @returns the names of the migrations just applied
 */
export async function migrate(ownerUrl: string, options: PrismaFolder = {}): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return applyMigrations(ownerUrl, options);
  });
}

/** Lets the role the API connects as log in; the migration that makes it gives it no password. */
export async function allowAppLogin(ownerUrl: string, password: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query(`ALTER ROLE cashback_app LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  });
}
