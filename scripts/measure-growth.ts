// npx tsx scripts/measure-growth.ts [sales]: what a sale costs in the database, for docs/growing.md. Sells on a server of its own,
// as the product does: every customer buys five times, every sale is confirmed, every fourth is followed by a redemption.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createCounter, insertMerchant, openMoneyApp } from '../api/src/test/money-app.ts';
import { freshPhone } from '../api/src/test/signed-in-merchant.ts';
import { ensureDatabase, migrate } from './lib/migrate.ts';
import { withScratchServer } from './lib/scratch-server.ts';

const SALES_OF_A_CUSTOMER = 5;
const SALES_TO_A_REDEMPTION = 4;
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

async function sell(owner: pg.Pool, url: string, sales: number): Promise<void> {
  const { app, close } = await openMoneyApp(url);
  const counter = createCounter(app, await insertMerchant(owner));
  let customers = sales / SALES_OF_A_CUSTOMER;
  const serve = async () => {
    while (customers-- > 0) {
      const phone = freshPhone();
      for (let count = 1; count <= SALES_OF_A_CUSTOMER; count += 1) {
        await counter.earn(phone, 5_000 + Math.trunc(Math.random() * 20_000));
        if (count % SALES_TO_A_REDEMPTION === 0) await counter.spend(phone, 100);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  await app.rollups.idle();
  await close();
}

const sales = Number(process.argv[2] ?? 5_000);
await withScratchServer(async (server) => {
  const url = server.ownerUrl(`growth_${randomUUID().slice(0, 8)}`);
  await ensureDatabase(url);
  await migrate(url);
  const owner = new pg.Pool({ connectionString: url, max: 1 });
  const before = await sizes(owner);
  const { rows: start } = await owner.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
  await sell(owner, url, sales);
  const { rows: log } = await owner.query<{ bytes: string }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::text AS bytes',
    [start[0]?.lsn],
  );
  const after = await sizes(owner);
  const grown = [...after]
    .map(([name, bytes]) => ({ name, perSale: (bytes - (before.get(name) ?? 0)) / sales }))
    .filter(({ perSale }) => perSale >= 1)
    .sort((a, b) => b.perSale - a.perSale);
  for (const { name, perSale } of grown) console.log(`${perSale.toFixed(0).padStart(6)} bytes  ${name}`);
  const total = grown.reduce((sum, { perSale }) => sum + perSale, 0);
  console.log(
    `${total.toFixed(0).padStart(6)} bytes a sale with its share of customers and redemptions, in ${sales} sales;`,
  );
  console.log(`${(Number(log[0]?.bytes) / sales).toFixed(0).padStart(6)} bytes of log.`);
  await owner.end();
});
