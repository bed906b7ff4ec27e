// npm run ops -- ledger:verify [--merchant <id or slug>]: recomputes every balance from the ledger. Each
// difference is printed as one line of JSON, and any fails. Changes nothing; with --release, a merchant found
// clean may redeem again.
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { releaseRedemptions, verifyDatabase } from 'api/commands/verify-database';
import { openDatabase } from 'database/local-database';

async function verify(databaseUrl: string): Promise<void> {
  const { merchant, release } = values;
  if (release && merchant === undefined) throw new Error('--release needs --merchant.');
  const startedAt = performance.now();
  const report = (difference: object) => console.error(JSON.stringify(difference));
  const { merchants, entries, differences } = await verifyDatabase(databaseUrl, report, { merchant });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${merchants} merchants with ${entries} entries read in ${seconds} s, ${differences} differences.`,
  );
  if (differences > 0) process.exitCode = 1;
  else if (release && merchant !== undefined) {
    await releaseRedemptions(databaseUrl, merchant, `${userInfo().username}, npm run ops -- ledger:verify`);
    console.log('Its redemptions are released.');
  }
}

const { values } = parseArgs({ options: { merchant: { type: 'string' }, release: { type: 'boolean' } } });

try {
  const databaseUrl =
    process.env.DATABASE_OWNER_URL || process.env.DATABASE_WORKER_URL || process.env.DATABASE_URL;
  if (databaseUrl) await verify(databaseUrl);
  else {
    const database = await openDatabase({}, (line) => console.error(line));
    try {
      await verify(database.env.DATABASE_WORKER_URL ?? database.env.DATABASE_URL);
    } finally {
      await database.stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
