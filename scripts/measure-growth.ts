// npx tsx scripts/measure-growth.ts [purchases]: what a purchase costs in the database, for docs/growing.md.
// Sells on a server of its own, as the product does: every customer buys five times, every purchase is
// confirmed, every fourth is followed by a redemption.
import { randomUUID } from 'node:crypto';
import { createCounter, insertMerchant, openMoneyApp } from 'api/test/money-app';
import { ensureDatabase, migrate } from 'database/migrate';
import { withScratchServer } from 'database/scratch-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';

const PURCHASES_OF_A_CUSTOMER = 5;
const PURCHASES_TO_A_REDEMPTION = 4;
const AT_ONCE = 8;

async function sizes(owner: pg.Pool): Promise<Map<string, number>> {
  await owner.query('VACUUM ANALYZE');
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid)::text AS bytes FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('public', 'graphile_worker', 'operations')`,
  );
  return new Map(rows.map((row) => [row.name, Number(row.bytes)]));
}

async function sell(owner: pg.Pool, url: string, purchases: number): Promise<void> {
  const { app, close } = await openMoneyApp(url);
  const counter = createCounter(app, await insertMerchant(owner));
  let customers = purchases / PURCHASES_OF_A_CUSTOMER;
  const serve = async () => {
    while (customers-- > 0) {
      const phone = freshPhone();
      for (let count = 1; count <= PURCHASES_OF_A_CUSTOMER; count += 1) {
        await counter.earn(phone, 5_000 + Math.trunc(Math.random() * 20_000));
        if (count % PURCHASES_TO_A_REDEMPTION === 0) await counter.spend(phone, 100);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  await app.rollups.idle();
  await close();
}

const purchases = Number(process.argv[2] ?? 5_000);
await withScratchServer(async (server) => {
  const url = server.ownerUrl(`growth_${randomUUID().slice(0, 8)}`);
  await ensureDatabase(url);
  await migrate(url);
  const owner = new pg.Pool({ connectionString: url, max: 1 });
  const before = await sizes(owner);
  const { rows: start } = await owner.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
  await sell(owner, url, purchases);
  const { rows: log } = await owner.query<{ bytes: string }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::text AS bytes',
    [start[0]?.lsn],
  );
  const after = await sizes(owner);
  const grown = [...after]
    .map(([name, bytes]) => ({ name, perPurchase: (bytes - (before.get(name) ?? 0)) / purchases }))
    .filter(({ perPurchase }) => perPurchase >= 1)
    .sort((a, b) => b.perPurchase - a.perPurchase);
  for (const { name, perPurchase } of grown)
    console.log(`${perPurchase.toFixed(0).padStart(6)} bytes  ${name}`);
  const total = grown.reduce((sum, { perPurchase }) => sum + perPurchase, 0);
  console.log(
    `${total.toFixed(0).padStart(6)} bytes a purchase with its share of customers and redemptions, in ${purchases} purchases;`,
  );
  console.log(`${(Number(log[0]?.bytes) / purchases).toFixed(0).padStart(6)} bytes of log.`);
  await owner.end();
});
