// npm run ops -- ledger:verify [--merchant <id or slug>]: recomputes every balance from the ledger. Each
// difference is printed as one line of JSON, and any fails. It holds and alarms as the nightly one does.
//   --merchant <id or slug> --correct <reason>  derives again what follows from the ledger first, and stores
//                                               the rest as known; each of them is printed
//   --merchant <id or slug> --release           lets the merchant redeem again if its amounts are right
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { overMerchants, releaseRedemptions } from 'api/commands/verify-database';
import { correctLedger } from 'api/ledger/correct-ledger';
import { holdsRedemptions, proveLedger } from 'api/ledger/prove-ledger';
import type { LedgerDifference } from 'api/ledger/verify-ledger';
import { COMMAND_ALARMS } from './lib/command-alarms.ts';
import { withDatabase } from './lib/with-database.ts';

const by = `${userInfo().username}, npm run ops -- ledger:verify`;

async function correct(databaseUrl: string, merchant: string, reason: string): Promise<void> {
  await overMerchants(databaseUrl, merchant, async (tenancy, ids) => {
    for await (const merchantId of ids) {
      const { found, staying } = await correctLedger({ tenancy }, merchantId, { by, reason });
      for (const difference of staying) console.log(JSON.stringify({ merchantId, known: difference }));
      console.log(
        `${found} differences were found, ${staying.length} stay and are known from now on; the rest is derived again.`,
      );
    }
  });
}

async function verify(databaseUrl: string): Promise<void> {
  const { merchant, release, correct: reason } = values;
  if (merchant === undefined && (release || reason !== undefined))
    throw new Error('--correct and --release need --merchant.');
  if (reason?.trim() === '') throw new Error('--correct needs the reason, as text.');
  if (merchant !== undefined && reason !== undefined) await correct(databaseUrl, merchant, reason.trim());
  const startedAt = performance.now();
  let isHeld = false;
  const report = (difference: LedgerDifference) => {
    isHeld ||= holdsRedemptions(difference);
    console.error(JSON.stringify(difference));
  };
  const { merchants, entries, differences } = await overMerchants(databaseUrl, merchant, (tenancy, ids) =>
    proveLedger({ ...COMMAND_ALARMS, tenancy }, ids, report, { isOfAll: merchant === undefined }),
  );
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${merchants} merchants with ${entries} entries read in ${seconds} s, ${differences} differences.`,
  );
  if (differences > 0) process.exitCode = 1;
  if (release && merchant !== undefined && !isHeld) {
    await releaseRedemptions(databaseUrl, merchant, by);
    console.log('Its redemptions are released.');
  }
}

const { values } = parseArgs({
  options: { merchant: { type: 'string' }, correct: { type: 'string' }, release: { type: 'boolean' } },
});

await withDatabase(['DATABASE_OWNER_URL', 'DATABASE_WORKER_URL', 'DATABASE_URL'], verify);
