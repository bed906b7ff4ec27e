// npm run ops -- ledger:verify [--merchant <id or slug>]: recomputes every balance from the ledger. Each
// difference is printed as one line of JSON, and any fails. It holds and alarms as the nightly one does. With
// --release, a merchant found clean may redeem again.
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { overMerchants, releaseRedemptions } from 'api/commands/verify-database';
import { proveLedger } from 'api/ledger/prove-ledger';
import { openDatabase } from 'database/local-database';
import { COMMAND_ALARMS } from './lib/command-alarms.ts';

async function verify(databaseUrl: string): Promise<void> {
  const { merchant, release } = values;
  if (release && merchant === undefined) throw new Error('--release needs --merchant.');
  const startedAt = performance.now();
  const report = (difference: object) => console.error(JSON.stringify(difference));
  const { merchants, entries, differences } = await overMerchants(databaseUrl, merchant, (tenancy, ids) =>
    proveLedger({ ...COMMAND_ALARMS, tenancy }, ids, report, { isOfAll: merchant === undefined }),
  );
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
