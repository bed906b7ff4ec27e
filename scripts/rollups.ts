// npm run ops -- rollups:verify [--merchant <id or slug>]: compares what reports read with the rows it
// counts. Each difference is printed as one line of JSON and makes it fail. rollups:rebuild recomputes it.
// Both may run beside purchases.
import { parseArgs } from 'node:util';
import { rebuildDatabaseRollups, verifyDatabaseRollups } from 'api/commands/verify-database';
import { openDatabase } from 'database/local-database';

async function work(command: string | undefined, databaseUrl: string, merchant: string | undefined) {
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

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { merchant: { type: 'string' } },
  });
  const databaseUrl =
    process.env.DATABASE_OWNER_URL || process.env.DATABASE_WORKER_URL || process.env.DATABASE_URL;
  if (databaseUrl) await work(positionals[0], databaseUrl, values.merchant);
  else {
    const database = await openDatabase({}, (line) => console.error(line));
    try {
      await work(
        positionals[0],
        database.env.DATABASE_WORKER_URL ?? database.env.DATABASE_URL,
        values.merchant,
      );
    } finally {
      await database.stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
