// npm run ops -- rollups:verify [--merchant <id or slug>]: compares what reports read with the rows it
// counts. Each difference is printed as one line of JSON and makes it fail. rollups:rebuild recomputes it.
// Both may run beside purchases.
import { parseArgs } from 'node:util';
import { rebuildDatabaseRollups, verifyDatabaseRollups } from 'api/commands/verify-database';
import { withDatabase } from './lib/with-database.ts';

async function work(databaseUrl: string): Promise<void> {
  const {
    values: { merchant },
    positionals: [command],
  } = parseArgs({ allowPositionals: true, options: { merchant: { type: 'string' } } });
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  if (command === 'rebuild') {
    const merchants = await rebuildDatabaseRollups(databaseUrl, { merchant });
    console.log(`The rollups of ${merchants} merchants were rebuilt in ${seconds()} s.`);
    return;
  }
  const report = (difference: object) => console.error(JSON.stringify(difference));
  const found = await verifyDatabaseRollups(databaseUrl, report, { merchant });
  console.log(
    `The rollups of ${found.merchants} merchants compared in ${seconds()} s (${found.unbuilt} have none yet), ${found.differences} differences.`,
  );
  if (found.differences > 0) process.exitCode = 1;
}

await withDatabase(['DATABASE_OWNER_URL', 'DATABASE_WORKER_URL', 'DATABASE_URL'], work);
