import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { addressesOf, allowLogins, ensureDatabase, migrate } from './migrate.ts';

const LOCAL_FOLDER = join(import.meta.dirname, '../../../.data/postgres');
const DATABASE = 'cashback';

export interface ReadyDatabase {
  /** Environment for the API and the seed. */
  env: {
    DATABASE_URL: string;
    DATABASE_WORKER_URL?: string;
    DATABASE_LOOKUP_URL?: string;
    DATABASE_OWNER_URL?: string;
    TOKEN_SECRET?: string;
    KEY_ENCRYPTION_KEY?: string;
  };
  /** True for the bundled server, which holds only the developer's own data. */
  isLocal: boolean;
  stop(): Promise<void>;
}

async function startLocal(log: (line: string) => void): Promise<ReadyDatabase> {
  const server = await startEmbeddedPostgres({ dataDirectory: LOCAL_FOLDER, log });
  try {
    const ownerUrl = server.ownerUrl(DATABASE);
    await ensureDatabase(ownerUrl);
    await migrate(ownerUrl);
    await allowLogins(ownerUrl, server.appPassword);
    const env = {
      ...addressesOf(server.appUrl(DATABASE)),
      DATABASE_OWNER_URL: ownerUrl,
      TOKEN_SECRET: server.tokenSecret,
      KEY_ENCRYPTION_KEY: server.keyEncryptionKey,
    };
    return { env, isLocal: true, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * A migrated database: the one DATABASE_URL names, else the bundled server. Migrations need the owner's
 * address; a deployment may keep it from this process and run `npm run ops -- db:migrate` elsewhere.
 */
export async function openDatabase(
  source: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<ReadyDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = source;
  if (!DATABASE_URL) return startLocal(log);
  if (DATABASE_OWNER_URL) await migrate(DATABASE_OWNER_URL);
  else log('DATABASE_OWNER_URL is not set, so no migrations were applied.');
  const env = { DATABASE_URL, ...(DATABASE_OWNER_URL && { DATABASE_OWNER_URL }) };
  return { env, isLocal: false, stop: async () => undefined };
}
