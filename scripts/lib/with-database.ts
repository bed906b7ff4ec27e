import { openDatabase } from 'database/local-database';

type AddressName = 'DATABASE_URL' | 'DATABASE_WORKER_URL' | 'DATABASE_OWNER_URL';

/**
 * Runs a command on the first address in `names` that the environment has, or else on the first that the
 * bundled database has. `env` is the environment, with the bundled database's own values where it has none.
 * Prints the message of an error, with exit code 1.
 */
export async function withDatabase(
  names: readonly AddressName[],
  work: (databaseUrl: string, env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const addressIn = (env: NodeJS.ProcessEnv) => names.map((name) => env[name]).find(Boolean);
  try {
    const given = addressIn(process.env);
    if (given) return await work(given, process.env);
    const { env, stop } = await openDatabase({}, (line) => console.error(line));
    try {
      const set = Object.entries(process.env).filter(([, value]) => value);
      const all = { ...env, ...Object.fromEntries(set) };
      await work(addressIn(all) ?? env.DATABASE_URL, all);
    } finally {
      await stop();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
