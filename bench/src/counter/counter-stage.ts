import { join } from 'node:path';
import pg from 'pg';
import { type HttpProcess, startApi } from '../api-process.ts';
import { assertDurable, type BenchServer } from '../bench-database.ts';
import { runChild } from '../child-process.ts';
import { openSessions, shareSessions } from '../load/staff-sessions.ts';
import { BUYER_GROUPS, insertGroupsWithPurchases, merchantIdsOf, people } from '../upkeep/buyer-groups.ts';

/** A checkout of the product with its built API, on a database of its own migrations. */
export interface CounterStage {
  name: string;
  database: { appUrl: string; tokenSecret: string };
  owner: pg.Client;
  api: HttpProcess;
  /** A cookie for each merchant, by number. */
  sessions: string[];
  /** Throws unless the ledger adds up and every rollup is what its rows say. */
  verify(): Promise<void>;
}

/** Purchases of each group that are confirmed beforehand: their customers have something to redeem. */
export const CONFIRMED_PURCHASES = 4_000;
const CONFIRMED_AT_ONCE = 200;

/** Credits every purchase that was laid ready, as their customers would. */
async function confirmPurchases(owner: pg.Client): Promise<void> {
  await owner.query(
    `SELECT count(*) FROM (SELECT array_agg(token_hash) AS hashes, array_agg(NULL::uuid) AS hosts
       FROM (SELECT token_hash, row_number() OVER () / $1 AS batch FROM transactions) numbered
       GROUP BY batch) batches, confirm_cashback(batches.hashes, batches.hosts)`,
    [CONFIRMED_AT_ONCE],
  );
}

/**
 * Runs `npm run ops -- <command>` of the checkout in `folder` on a database; returns what it prints. Another
 * checkout may have another schema, which its own code alone reads.
 */
async function runOps(folder: string, ownerUrl: string, command: string): Promise<string> {
  const args = ['--import', 'tsx', join(folder, 'scripts/ops.ts'), command];
  const env = { ...process.env, DATABASE_OWNER_URL: ownerUrl };
  const { stdout } = await runChild(process.execPath, args, { cwd: folder, env });
  return stdout;
}

async function verifyStage(folder: string, ownerUrl: string): Promise<void> {
  await runOps(folder, ownerUrl, 'ledger:verify');
  const compared = await runOps(folder, ownerUrl, 'rollups:verify');
  if (!compared.includes(' (0 have none yet)')) throw new Error(`Rollups are missing: ${compared.trim()}`);
}

/** Opens a stage of the checkout in `folder`. */
export async function openCounterStage(
  server: BenchServer,
  { name, folder }: { name: string; folder: string },
  onClose: (close: () => Promise<void>) => void,
): Promise<CounterStage> {
  const databaseName = `counter_${name.replaceAll(' ', '_')}`;
  const ownerUrl = server.ownerUrl(databaseName);
  await server.createDatabase(databaseName, () => runOps(folder, ownerUrl, 'db:migrate'));
  const database = { appUrl: server.appUrl(databaseName), tokenSecret: server.tokenSecret };
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  onClose(() => owner.end());
  await assertDurable(owner);
  await insertGroupsWithPurchases(owner, CONFIRMED_PURCHASES, server.tokenSecret);
  await confirmPurchases(owner);
  await runOps(folder, ownerUrl, 'rollups:rebuild');
  const sessions = await openSessions(owner, people);
  for (const group of BUYER_GROUPS) onClose(await shareSessions(ownerUrl, merchantIdsOf(group)));
  await owner.query('VACUUM (ANALYZE)');
  const api = await startApi(database, [], join(folder, 'api/dist/main.js'));
  onClose(() => api.stop());
  return { name, database, owner, api, sessions, verify: () => verifyStage(folder, ownerUrl) };
}
