import { join } from 'node:path';
import pg from 'pg';
import { type HttpProcess, startApi } from '../api-process.ts';
import { assertDurable, type BenchServer } from '../bench-database.ts';
import { ROOT, runChild } from '../child-process.ts';
import { openSessions } from '../load/staff-sessions.ts';
import { build, withTenancy } from '../reports/rollups-tenancy.ts';
import { insertGroupsWithPurchases, people } from '../upkeep/buyer-groups.ts';

/** A checkout of the product with its built API, on a database of its own migrations. */
export interface CounterStage {
  name: string;
  database: { appUrl: string; tokenSecret: string };
  api: HttpProcess;
  owner: pg.Client;
  /** A cookie for each merchant, by number. */
  sessions: string[];
}

/** Purchases of each group that are confirmed beforehand: their customers have something to redeem. */
export const CONFIRMED_PURCHASES = 4_000;
const CONFIRMED_AT_ONCE = 200;

const merchantIds = people.map(({ merchantId }) => merchantId);

/** Credits every purchase that was laid ready, as their customers would. */
async function confirmPurchases(owner: pg.Client): Promise<void> {
  await owner.query(
    `SELECT count(*) FROM (SELECT array_agg(token_hash) AS hashes, array_agg(NULL::uuid) AS hosts
       FROM (SELECT token_hash, row_number() OVER () / $1 AS batch FROM transactions) numbered
       GROUP BY batch) batches, confirm_cashback(batches.hashes, batches.hosts)`,
    [CONFIRMED_AT_ONCE],
  );
}

/** Applies the migrations of another checkout by its own command; undefined for this checkout. */
function migrationsOf(folder: string) {
  if (folder === ROOT) return undefined;
  const command = ['--import', 'tsx', join(folder, 'scripts/db-migrate.ts')];
  return async (ownerUrl: string) => {
    const env = { ...process.env, DATABASE_OWNER_URL: ownerUrl };
    await runChild(process.execPath, command, { cwd: folder, env });
  };
}

/** Opens a stage of the checkout in `folder`. */
export async function openCounterStage(
  server: BenchServer,
  { name, folder }: { name: string; folder: string },
  onClose: (close: () => Promise<void>) => void,
): Promise<CounterStage> {
  const databaseName = `counter_${name.replaceAll(' ', '_')}`;
  await server.createDatabase(databaseName, migrationsOf(folder));
  const database = { appUrl: server.appUrl(databaseName), tokenSecret: server.tokenSecret };
  const owner = new pg.Client({ connectionString: server.ownerUrl(databaseName) });
  await owner.connect();
  onClose(() => owner.end());
  await assertDurable(owner);
  await insertGroupsWithPurchases(owner, CONFIRMED_PURCHASES, server.tokenSecret);
  await confirmPurchases(owner);
  await withTenancy(database.appUrl, (tenancy) => build(tenancy, merchantIds));
  const sessions = await openSessions(owner, people);
  await owner.query('VACUUM (ANALYZE)');
  const api = await startApi(database, [], join(folder, 'api/dist/main.js'));
  onClose(() => api.stop());
  return { name, database, api, owner, sessions };
}
