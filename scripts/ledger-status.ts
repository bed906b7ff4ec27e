// npm run ops -- ledger:status: shows the last verifications of the ledger. Fails when the newest found
// differences, failed or is late.
import { overMerchants } from 'api/commands/verify-database';
import { showLedgerStatus } from 'api/ledger/show-ledger-status';
import { withDatabase } from './lib/with-database.ts';

const RUNS_SHOWN = 10;

async function printStatus(databaseUrl: string): Promise<void> {
  const { status, runs, alarms } = await overMerchants(databaseUrl, undefined, (tenancy) =>
    showLedgerStatus({ tenancy }, RUNS_SHOWN),
  );
  for (const run of runs) {
    const seconds = ((run.finished_at.getTime() - run.started_at.getTime()) / 1_000).toFixed(1);
    console.log(
      `${run.finished_at.toISOString()}  ${run.scope}: ${run.merchants} merchants, ${run.entries} entries, ${seconds} s: ` +
        (run.error === null ? `${run.differences} differences` : `failed, ${run.error}`),
    );
  }
  for (const difference of runs[0]?.examples ?? []) console.log(`  ${JSON.stringify(difference)}`);
  for (const { kind, merchant_id, raised_at, details } of alarms)
    console.log(
      `Alarm ${kind}, ${merchant_id ?? 'all merchants'}, since ${raised_at.toISOString()}: ${JSON.stringify(details)}`,
    );
  console.log(`The ledger's status is: ${status}`);
  if (status !== 'ok' && status !== 'never') process.exitCode = 1;
}

await withDatabase(['DATABASE_URL', 'DATABASE_OWNER_URL'], printStatus);
