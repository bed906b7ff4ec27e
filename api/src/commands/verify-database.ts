import pg from 'pg';
import { endAlarm } from '../ledger/alarms.sql.ts';
import { type LedgerDifference, type LedgerVerification, verifyLedger } from '../ledger/verify-ledger.ts';
import { APP_ROLE, openPool, PATIENT_MS, WORKER_ROLE } from '../lib/database.ts';
import { rebuildRollups } from '../rollups/rebuild-rollups.ts';
import { type RollupDifference, type RollupsVerification, verifyRollups } from '../rollups/verify-rollups.ts';
import { createTenancy, everyMerchant, type Tenancy } from '../tenant.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The merchant of an id or, the other way its people name it, of the slug of its sign-up link. */
export async function findMerchant(tenancy: Tenancy, idOrSlug: string): Promise<string> {
  for await (const id of everyMerchant({ tenancy })) if (id === idOrSlug) return id;
  const [row] = UUID.test(idOrSlug)
    ? []
    : await tenancy.lookup<{ id: string | null }>(
        { name: 'merchant_by_slug', text: 'SELECT lookup.merchant_by_slug($1) AS id' },
        [idOrSlug],
      );
  if (!row?.id) throw new Error(`No merchant has the id or the slug ${idOrSlug}.`);
  return row.id;
}

/**
 * Chooses the role to verify as: the worker's, which may read all merchants at once, where the address may
 * become it; otherwise the API's.
 */
async function chooseRole(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(`SET ROLE ${WORKER_ROLE}`).then(
      () => WORKER_ROLE,
      () => APP_ROLE,
    );
  } finally {
    await client.end();
  }
}

/**
 * Work on one merchant or all of a database, never with more than a role's rights, whatever login the address
 * names.
 */
export async function overMerchants<Result>(
  databaseUrl: string,
  merchant: string | undefined,
  work: (tenancy: Tenancy, merchantIds: AsyncIterable<string> | Iterable<string>) => Promise<Result>,
): Promise<Result> {
  const role = await chooseRole(databaseUrl);
  const pool = openPool(databaseUrl, { connections: 2, role, waitMs: PATIENT_MS }, () => undefined);
  const tenancy = createTenancy(pool);
  try {
    return await work(
      tenancy,
      merchant === undefined ? everyMerchant({ tenancy }) : [await findMerchant(tenancy, merchant)],
    );
  } finally {
    await pool.end();
  }
}

/** Verifies the ledger of all merchants. Differences are reported one by one; nothing is held for them. */
export function verifyDatabase(
  databaseUrl: string,
  onDifference: (difference: LedgerDifference) => void,
): Promise<LedgerVerification> {
  return overMerchants(databaseUrl, undefined, (tenancy, ids) =>
    verifyLedger({ tenancy }, ids, onDifference),
  );
}

/** Ends the hold that a difference began; for use after a clean verification of the merchant. */
export function releaseRedemptions(databaseUrl: string, merchant: string, by: string): Promise<void> {
  return overMerchants(databaseUrl, merchant, async (tenancy, ids) => {
    for await (const merchantId of ids) await endAlarm(tenancy, { kind: 'redemptions_held', merchantId }, by);
  });
}

/** Compares the rollups of one merchant or of all with the rows they count. */
export function verifyDatabaseRollups(
  databaseUrl: string,
  onDifference: (difference: RollupDifference) => void,
  { merchant }: { merchant?: string | undefined } = {},
): Promise<RollupsVerification> {
  return overMerchants(databaseUrl, merchant, (tenancy, ids) =>
    verifyRollups({ tenancy }, ids, onDifference),
  );
}

/** Rebuilds the rollups of one merchant or of all. Returns the number of merchants. */
export function rebuildDatabaseRollups(
  databaseUrl: string,
  { merchant }: { merchant?: string | undefined } = {},
): Promise<number> {
  return overMerchants(databaseUrl, merchant, async (tenancy, ids) => {
    let merchants = 0;
    for await (const id of ids) {
      await rebuildRollups({ tenancy }, id);
      merchants += 1;
    }
    return merchants;
  });
}
