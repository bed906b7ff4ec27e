import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../context.ts';
import {
  createCounter,
  createMovableClock,
  DAY_MS,
  insertMerchant,
  openMoneyApp,
} from '../test/money-app.ts';
import { rebuildRollups } from './rebuild-rollups.ts';
import { ROLLUP_TABLES, type RollupTable } from './recomputed-rollups.sql.ts';
import { type RollupDifference, verifyRollups } from './verify-rollups.ts';

/** A row that no purchase asks for, of each table. */
const STRAY: Record<RollupTable, string> = {
  daily_rollups: "(merchant_id, day, purchases) VALUES (:merchant, '2020-01-01', 1)",
  daily_employee_rollups:
    "(merchant_id, day, employee_id, purchases) VALUES (:merchant, '2020-01-01', :employee, 1)",
  visit_rollups: "(merchant_id, day, previous_day, visits) VALUES (:merchant, '2020-01-01', '-infinity', 1)",
  visit_month_rollups:
    "(merchant_id, day, previous_month, visits) VALUES (:merchant, '2020-01-01', '-infinity', 1)",
  cohort_rollups:
    "(merchant_id, cohort_month, month, customers, spent_cents) VALUES (:merchant, '2020-01-01', '2020-01-01', 1, 1)",
  customer_rollups: '(merchant_id, customer_id, purchases, spent_cents) VALUES (:merchant, :stranger, 1, 1)',
  segment_rollups:
    "(merchant_id, edge, day, frequency_class, value_class, customers, spent_cents) VALUES (:merchant, 'last', '2020-01-01', 1, 1, 1, 1)",
  lot_rollups:
    "(merchant_id, available_at, expires_at, remaining_cents, expired_cents) VALUES (:merchant, '2020-01-01', '2020-02-01', 1, 0)",
};

/** Another value for a column, by its type. */
const OTHER: Record<string, (column: string) => string> = {
  integer: (column) => `${column} + 1`,
  bigint: (column) => `${column} + 1`,
  smallint: (column) => `${column} + 7`,
  date: (column) => `CASE WHEN isfinite(${column}) THEN ${column} + 4000 ELSE '2020-01-01' END`,
  'timestamp with time zone': (column) =>
    `CASE WHEN isfinite(${column}) THEN ${column} + interval '4000 days' ELSE '2020-01-01' END`,
  text: () => "CASE edge WHEN 'first' THEN 'last' ELSE 'first' END",
};

let database: TestDatabase;
let owner: pg.Pool;
let app: App;
let close: () => Promise<void>;
let places: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  const clock = createMovableClock('2026-03-10T12:00:00Z');
  ({ app, close } = await openMoneyApp(database.appUrl, clock));
  const staff = await insertMerchant(owner, { cashback_expires: true, cashback_expiration_days: 30 });
  const counter = createCounter(app, staff);
  const [phone, other] = [freshPhone(), freshPhone()];
  await counter.earn(phone, 20_000);
  clock.advance(40 * DAY_MS);
  await counter.earn(phone, 90_000);
  await counter.spend(phone, 100);
  await counter.issue(other, 30_000);
  clock.advance(DAY_MS);
  await counter.issue(phone, 10_000);
  const { rows } = await owner.query(
    `WITH colleague AS (INSERT INTO employees (merchant_id, id, name, email, role)
       VALUES ($1, gen_random_uuid(), 'Rui', $2, 'operator') RETURNING id),
     stranger AS (INSERT INTO customers (merchant_id, id, phone) VALUES ($1, gen_random_uuid(), $3) RETURNING id)
     SELECT colleague.id AS colleague, stranger.id AS stranger FROM colleague, stranger`,
    [staff.merchantId, `${phone}@loja.example`, freshPhone()],
  );
  places = { merchant: staff.merchantId, employee: staff.employeeId, ...rows[0] };
});

afterAll(async () => {
  await close?.();
  await owner?.end();
  await database?.drop();
});

async function differences(): Promise<RollupDifference[]> {
  const found: RollupDifference[] = [];
  await verifyRollups(app, [places.merchant ?? ''], (difference) => found.push(difference));
  return found;
}

async function columnsOf(table: RollupTable): Promise<{ name: string; type: string }[]> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'merchant_id'`,
    [table],
  );
  return rows;
}

/** One row each time, of those that count something. */
async function liesAbout(table: RollupTable): Promise<string[]> {
  const amounts = (await columnsOf(table)).filter((each) => ['integer', 'bigint'].includes(each.type));
  const one = `ctid = (SELECT ctid FROM ${table} WHERE merchant_id = :merchant
    AND greatest(${amounts.map((each) => each.name).join(', ')}) > 0 ORDER BY ${table}::text COLLATE "C" DESC LIMIT 1)`;
  const changes = (await columnsOf(table)).map(({ name, type }) => {
    const uuids: Record<string, string> = { employee_id: ':colleague', customer_id: ':stranger' };
    return `UPDATE ${table} SET ${name} = ${uuids[name] ?? OTHER[type]?.(name)} WHERE ${one}`;
  });
  return [...changes, `DELETE FROM ${table} WHERE ${one}`, `INSERT INTO ${table} ${STRAY[table]}`];
}

test('rollups that only the product has written have no difference', async () => {
  expect(await differences()).toEqual([]);
});

test.each(ROLLUP_TABLES)(
  '%s: a row changed in any column, taken away or added is found, and corrected by a rebuild',
  async (table) => {
    const lies = await liesAbout(table);
    expect(lies.length).toBeGreaterThan(4);
    for (const lie of lies) {
      const { rowCount } = await owner.query(
        lie.replace(/(?<!:):(\w+)/g, (_, place) => `'${places[place]}'`),
      );
      expect(rowCount, lie).toBe(1);
      const found = await differences();
      expect(
        found.map((each) => each.table),
        lie,
      ).toContain(table);
      expect(new Set(found.map((each) => each.table)).size, lie).toBe(1);
      await rebuildRollups(app, places.merchant ?? '');
      expect(await differences(), lie).toEqual([]);
    }
  },
);

test('a difference names the merchant, the table, which side has the row, and the row', async () => {
  await owner.query("UPDATE daily_rollups SET purchases = 5 WHERE merchant_id = $1 AND day = '2026-03-10'", [
    places.merchant,
  ]);
  const row = { merchant_id: places.merchant, day: '2026-03-10', revenue_cents: 20_000 };
  expect(await differences()).toMatchObject([
    { merchantId: places.merchant, table: 'daily_rollups', side: 'stored', row: { ...row, purchases: 5 } },
    {
      merchantId: places.merchant,
      table: 'daily_rollups',
      side: 'recomputed',
      row: { ...row, purchases: 1 },
    },
  ]);
  await rebuildRollups(app, places.merchant ?? '');
});

test('rollups that were never built are counted and not compared', async () => {
  await owner.query('DELETE FROM rollup_states WHERE merchant_id = $1', [places.merchant]);
  const fail = () => expect.unreachable();
  expect(await verifyRollups(app, [places.merchant ?? ''], fail)).toEqual({
    merchants: 1,
    unbuilt: 1,
    differences: 0,
  });
  await rebuildRollups(app, places.merchant ?? '');
});
