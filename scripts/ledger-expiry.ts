// npm run ops -- ledger:expiry: handles a mass expiry by a clock that jumped.
//   (nothing)                            lists the held expiries
//   --confirm [--merchant <id or slug>]  lets held credit expire
//   --undo [--merchant <id or slug>]     puts back credit that expired too early, and proves the ledger
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { findMerchant, overMerchants } from 'api/commands/verify-database';
import { confirmExpiry } from 'api/ledger/hold-expiry';
import { proveLedger } from 'api/ledger/prove-ledger';
import { showLedgerStatus } from 'api/ledger/show-ledger-status';
import { undoExpiry } from 'api/ledger/undo-expiry';
import { everyMerchant } from 'api/tenant';
import { COMMAND_ALARMS } from './lib/command-alarms.ts';
import { withDatabase } from './lib/with-database.ts';

/** A database further from this machine's clock than this may be the wrong one. */
const MAX_SKEW_MS = 2_000;
const by = `${userInfo().username}, npm run ops -- ledger:expiry`;
type Tenancy = Parameters<Parameters<typeof overMerchants>[2]>[0];

async function showHeld(tenancy: Tenancy): Promise<void> {
  const { alarms } = await showLedgerStatus({ tenancy }, 1);
  const held = alarms.filter(({ kind }) => kind === 'expiry_held');
  for (const { merchant_id, raised_at, details } of held)
    console.log(JSON.stringify({ merchant: merchant_id ?? 'all', since: raised_at, ...details }));
  console.log(
    held.length === 0 ? 'Nothing is held.' : `${held.length} are held: confirm, or set the clock right.`,
  );
}

async function confirm(tenancy: Tenancy, merchant: string | undefined): Promise<void> {
  const merchantId = merchant === undefined ? null : await findMerchant(tenancy, merchant);
  const confirmed = await confirmExpiry({ tenancy }, merchantId, by);
  if (!confirmed) throw new Error('Nothing is held there. Without arguments the command says what is.');
  console.log(`${confirmed.dueCents} centavos will expire within a minute.`);
}

async function undo(tenancy: Tenancy, merchant: string | undefined): Promise<void> {
  const skewMs = Math.abs(Date.now() - (await tenancy.now()).getTime());
  if (skewMs > MAX_SKEW_MS)
    throw new Error(
      `The database's clock and this machine's differ by ${skewMs} ms. Set the wrong one right first.`,
    );
  const merchantIds =
    merchant === undefined ? everyMerchant({ tenancy }) : [await findMerchant(tenancy, merchant)];
  const total = { customers: 0, cents: 0, datedAhead: 0, differences: 0 };
  for await (const merchantId of merchantIds) {
    const undone = await undoExpiry({ tenancy }, merchantId, by).catch((error: unknown) => {
      // The others are not kept waiting; run again, this one is tried again.
      console.error(JSON.stringify({ merchantId, failed: (error as Error).message }));
      process.exitCode = 1;
    });
    if (!undone) continue;
    const { customers, cents, datedAhead } = undone;
    for (const { what, id, customer_id, at } of datedAhead)
      console.log(JSON.stringify({ merchantId, what, id, customerId: customer_id, datedAt: at }));
    const report = (difference: object) => console.error(JSON.stringify(difference));
    const { differences } = await proveLedger({ ...COMMAND_ALARMS, tenancy }, [merchantId], report, {
      isOfAll: false,
    });
    total.customers += customers;
    total.cents += cents;
    total.datedAhead += datedAhead.length;
    total.differences += differences;
  }
  console.log(
    `${total.cents} centavos put back, ${total.customers} customers corrected, ${total.datedAhead} rows keep a wrong date, ` +
      `${total.differences} differences.`,
  );
  if (total.differences > 0) process.exitCode = 1;
}

async function run(databaseUrl: string): Promise<void> {
  const { merchant, confirm: isConfirming, undo: isUndoing } = values;
  if (isConfirming && isUndoing) throw new Error('Either --confirm or --undo.');
  await overMerchants(databaseUrl, undefined, (tenancy) => {
    if (isConfirming) return confirm(tenancy, merchant);
    return isUndoing ? undo(tenancy, merchant) : showHeld(tenancy);
  });
}

const { values } = parseArgs({
  options: { merchant: { type: 'string' }, confirm: { type: 'boolean' }, undo: { type: 'boolean' } },
});
await withDatabase(['DATABASE_OWNER_URL', 'DATABASE_WORKER_URL', 'DATABASE_URL'], run);
