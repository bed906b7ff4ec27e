// npm run ops -- keys:rotate: wraps every merchant's data keys by KEY_ENCRYPTION_KEY instead of
// KEY_ENCRYPTION_KEY_PREVIOUS, while the product runs.
//   --data-keys  also gives every merchant a new data key and seals its secrets with it
//   --check      changes nothing; exit code 1 if anything still needs the previous key or token secret
import { parseArgs } from 'node:util';
import { databaseTime, readKeyUse, readTokenUse, rotateKeys } from 'api/commands/rotate-keys';
import { readKeyEncryptionKeys, readTokenSecrets } from 'api/env';
import type { TokenSecrets } from 'api/lib/derived-keys';
import { withDatabase } from './lib/with-database.ts';

type Keys = [Buffer, ...Buffer[]];

async function checkKeys(databaseUrl: string, keys: Keys): Promise<void> {
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

async function checkTokens(databaseUrl: string, secrets: TokenSecrets): Promise<void> {
  const { previous, unknown, previousUntil } = await readTokenUse(databaseUrl, secrets);
  if (previous + unknown === 0) {
    console.log('No open QR code or password link needs another secret than TOKEN_SECRET.');
    return;
  }
  const until = previousUntil ? ` until ${previousUntil.toISOString()}` : '';
  console.log(
    `Of the open QR codes and password links, ${previous} need TOKEN_SECRET_PREVIOUS${until}, ${unknown} a secret that is not known here.`,
  );
  process.exitCode = 1;
}

async function rotate(ownerUrl: string, keys: Keys, newSince: Date | undefined): Promise<void> {
  const { merchants, rewrapped, resealed, failed } = await rotateKeys(ownerUrl, keys, {
    newSince,
    onStart() {
      const since = newSince?.toISOString();
      if (since)
        console.log(`Cut short, it goes on with: npm run ops -- keys:rotate --data-keys --since ${since}`);
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

async function work(databaseUrl: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { values: options } = parseArgs({
    options: { 'data-keys': { type: 'boolean' }, since: { type: 'string' }, check: { type: 'boolean' } },
  });
  const ownerUrl = env.DATABASE_OWNER_URL || undefined;
  const keys = readKeyEncryptionKeys(env);
  if (options.check) {
    const secrets = readTokenSecrets(env);
    await checkKeys(ownerUrl ?? databaseUrl, keys);
    return await checkTokens(ownerUrl ?? databaseUrl, secrets);
  }
  if (!ownerUrl) throw new Error('Set DATABASE_OWNER_URL: only the database’s owner may change data keys.');
  if (!options['data-keys']) return await rotate(ownerUrl, keys, undefined);
  const since = options.since === undefined ? await databaseTime(ownerUrl) : new Date(options.since);
  if (Number.isNaN(since.getTime()))
    throw new Error('--since takes a moment such as 2026-11-22T09:00:00.000Z.');
  await rotate(ownerUrl, keys, since);
}

await withDatabase(['DATABASE_WORKER_URL', 'DATABASE_URL', 'DATABASE_OWNER_URL'], work);
