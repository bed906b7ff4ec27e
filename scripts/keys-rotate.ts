// npm run keys:rotate: wraps every shop's data keys by KEY_ENCRYPTION_KEY instead of KEY_ENCRYPTION_KEY_PREVIOUS, while the product
// runs. -- --data-keys: besides gives every shop a new data key and seals its secrets with it. -- --check: says what still
// needs the previous key, exit code 1 if anything, and changes nothing.
import { parseArgs } from 'node:util';
import { readKeyEncryptionKeys } from '../api/src/env.ts';
import { openDatabase } from './lib/local-database.ts';
import { databaseTime, readKeyUse, rotateKeys } from './lib/rotate-keys.ts';

type Keys = [Buffer, ...Buffer[]];
type Options = { 'data-keys'?: boolean; since?: string; check?: boolean };

async function check(databaseUrl: string, keys: Keys): Promise<void> {
  const { merchants, waiting, previous, unknown } = await readKeyUse(databaseUrl, keys);
  if (waiting === 0) {
    console.log(`${merchants} merchants: nothing needs another key than KEY_ENCRYPTION_KEY.`);
    return;
  }
  console.log(
    `${waiting} of ${merchants} merchants still need another key: ${previous} data keys the previous one, ${unknown} one that is not known here.`,
  );
  process.exitCode = 1;
}

async function rotate(ownerUrl: string, keys: Keys, newSince: Date | undefined): Promise<void> {
  const { merchants, rewrapped, resealed, failed } = await rotateKeys(ownerUrl, keys, {
    newSince,
    onStart() {
      const since = newSince?.toISOString();
      if (since)
        console.log(`Cut short, it goes on with: npm run keys:rotate -- --data-keys --since ${since}`);
    },
    onFailure: (merchantId, error) =>
      console.error(`${merchantId}: ${error instanceof Error ? error.message : error}`),
  });
  console.log(`${merchants} merchants: ${rewrapped} data keys were wrapped by the current key.`);
  if (newSince) console.log(`${resealed} secrets were sealed with new data keys.`);
  if (failed > 0) {
    console.log(`${failed} merchants were left as they are.`);
    process.exitCode = 1;
  }
}

async function work(
  databaseUrl: string,
  ownerUrl: string | undefined,
  keys: Keys,
  options: Options,
): Promise<void> {
  if (options.check) return await check(ownerUrl ?? databaseUrl, keys);
  if (!ownerUrl) throw new Error('Set DATABASE_OWNER_URL: only the database’s owner may change data keys.');
  if (!options['data-keys']) return await rotate(ownerUrl, keys, undefined);
  const since = options.since === undefined ? await databaseTime(ownerUrl) : new Date(options.since);
  if (Number.isNaN(since.getTime()))
    throw new Error('--since takes a moment such as 2026-11-22T09:00:00.000Z.');
  await rotate(ownerUrl, keys, since);
}

try {
  const { values: options } = parseArgs({
    options: { 'data-keys': { type: 'boolean' }, since: { type: 'string' }, check: { type: 'boolean' } },
  });
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl } = process.env;
  const given = databaseUrl || ownerUrl;
  if (given) await work(given, ownerUrl || undefined, readKeyEncryptionKeys(process.env), options);
  else {
    const database = await openDatabase({}, (line) => console.error(line));
    try {
      const { env } = database;
      const KEY_ENCRYPTION_KEY = process.env.KEY_ENCRYPTION_KEY || env.KEY_ENCRYPTION_KEY;
      const keys = readKeyEncryptionKeys({ ...process.env, KEY_ENCRYPTION_KEY });
      await work(env.DATABASE_URL, env.DATABASE_OWNER_URL, keys, options);
    } finally {
      await database.stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
