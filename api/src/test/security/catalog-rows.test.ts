import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../lib/database.ts';
import { startInProcessServer } from '../in-process-server.ts';
import { createMerchant, type Merchant, openSession } from '../tenant-fixture.ts';
import { listTenantTables } from '../tenant-rows.ts';

let database: TestDatabase;
let owner: pg.Pool;
/** Pool that connects as the API does. */
let asApi: pg.Pool;
let tables: string[];
let a: Merchant;
let b: Merchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  asApi = openPool(database.appUrl, { connections: 2 }, () => undefined);
  const server = await startInProcessServer(database.appUrl);
  a = await createMerchant(server.app, owner);
  b = await createMerchant(server.app, owner);
  for (const merchant of [a, b]) await openSession(server.app, merchant.staff.owner);
  await server.close();
  tables = [...(await listTenantTables(owner)), 'merchants'];
});

afterAll(async () => {
  await asApi?.end();
  await owner?.end();
  await database?.drop();
});

const keyOf = (table: string) => (table === 'merchants' ? 'id' : 'merchant_id');

/** Runs in a transaction that is rolled back. `tenant` undefined: none was ever set. */
async function withTenantSet<Result>(
  tenant: string | undefined,
  run: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await asApi.connect();
  try {
    await client.query('BEGIN');
    if (tenant !== undefined) await client.query("SELECT set_config('app.merchant_id', $1, true)", [tenant]);
    return await run(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Rows that the triggers of the API's own inserts accept, so that the policy is what refuses. */
const ACCEPTED: Record<string, string> = {
  ledger_entries: "kind = 'adjustment'",
  cashback_lots: 'remaining_cents = amount_cents',
};

/** A copy of what the API's role may insert of one of the merchant's own rows. */
async function copyOfRow(
  table: string,
  merchant: Merchant,
): Promise<{ columns: string; values: unknown[]; marks: string }> {
  const { rows: left } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0
       AND (attidentity <> '' OR has_any_column_privilege('cashback_app', attrelid, 'INSERT')
            AND NOT has_column_privilege('cashback_app', attrelid, attnum, 'INSERT'))`,
    [table],
  );
  const { rows } = await owner.query(
    `SELECT * FROM ${table} WHERE ${keyOf(table)} = $1 AND ${ACCEPTED[table] ?? 'true'} LIMIT 1`,
    [merchant.merchantId],
  );
  const entries = Object.entries(rows[0] as object).filter(
    ([name]) => !left.some((each) => each.name === name),
  );
  expect(entries.length, `${table} has a row`).toBeGreaterThan(0);
  return {
    columns: entries.map(([name]) => name).join(', '),
    values: entries.map(([, value]) => value),
    marks: entries.map((_, index) => `$${index + 1}`).join(', '),
  };
}

test('every table of both merchants has rows, so that hiding them means something', async () => {
  for (const table of tables)
    for (const merchant of [a, b]) {
      const { rows } = await owner.query(
        `SELECT count(*)::int AS n FROM ${table} WHERE ${keyOf(table)} = $1`,
        [merchant.merchantId],
      );
      expect(rows[0].n, table).toBeGreaterThan(0);
    }
});

describe.each([
  ['never set', undefined],
  ['empty', ''],
])('with the tenant %s', (_name, tenant) => {
  test('every table shows no row and accepts none', async () => {
    for (const table of tables) {
      const seen = await withTenantSet(tenant, (client) => client.query(`SELECT * FROM ${table}`));
      expect(seen.rowCount, table).toBe(0);
      const { columns, values, marks } = await copyOfRow(table, a);
      const insert = withTenantSet(tenant, (client) =>
        client.query(`INSERT INTO ${table} (${columns}) VALUES (${marks})`, values),
      );
      await expect(insert, table).rejects.toThrow('violates row-level security policy');
    }
  });
});

describe('with the tenant set to one merchant', () => {
  test('every table shows exactly its rows', async () => {
    for (const table of tables) {
      const seen = await withTenantSet(a.merchantId, (client) =>
        client.query(`SELECT DISTINCT ${keyOf(table)} AS id FROM ${table}`),
      );
      expect(seen.rows, table).toEqual([{ id: a.merchantId }]);
    }
  });

  test("a row under another merchant's id is refused in every table", async () => {
    for (const table of tables) {
      const { columns, values, marks } = await copyOfRow(table, b);
      const insert = withTenantSet(a.merchantId, (client) =>
        client.query(`INSERT INTO ${table} (${columns}) VALUES (${marks})`, values),
      );
      await expect(insert, table).rejects.toThrow('violates row-level security policy');
    }
  });

  test('no row moves to another merchant, and no update or delete reaches its rows', async () => {
    for (const table of tables) {
      const key = keyOf(table);
      const move = withTenantSet(a.merchantId, (client) =>
        client.query(`UPDATE ${table} SET ${key} = $1`, [b.merchantId]),
      );
      await expect(move, table).rejects.toThrow(/violates row-level security policy|permission denied/);
      for (const sql of [
        `UPDATE ${table} SET ${key} = ${key} WHERE ${key} = $1`,
        `DELETE FROM ${table} WHERE ${key} = $1`,
      ]) {
        const touched = await withTenantSet(a.merchantId, (client) => client.query(sql, [b.merchantId])).then(
          (result) => result.rowCount,
          (error: Error) => error.message,
        );
        expect(touched === 0 || String(touched).startsWith('permission denied'), `${table}: ${touched}`).toBe(
          true,
        );
      }
    }
  });

  test("a foreign key cannot name another merchant's row", async () => {
    const insert = withTenantSet(a.merchantId, (client) =>
      client.query(
        `INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at, created_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 1, sha256('x'), now(), now())`,
        [a.merchantId, b.customer.id, a.staff.owner.employeeId],
      ),
    );
    await expect(insert).rejects.toThrow('violates foreign key constraint "redemptions_customer_fkey"');
  });

  test('the ledger and the audit log cannot be changed, deleted or emptied', async () => {
    for (const table of ['ledger_entries', 'audit_log'])
      for (const sql of [
        `UPDATE ${table} SET created_at = now()`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]) {
        const act = withTenantSet(a.merchantId, (client) => client.query(sql));
        await expect(act, sql).rejects.toThrow('permission denied');
      }
  });

  test('the API cannot stop being bound: no other role, no row_security off, no policy of its own', async () => {
    const refused = [
      'SET ROLE postgres',
      'SET ROLE cashback_lookup',
      'SET SESSION AUTHORIZATION postgres',
      'ALTER TABLE customers DISABLE ROW LEVEL SECURITY',
      'CREATE POLICY mine ON customers USING (true)',
      'CREATE TABLE public.mine (n int)',
    ];
    for (const sql of refused) {
      const act = withTenantSet(a.merchantId, (client) => client.query(sql));
      await expect(act, sql).rejects.toThrow(/permission denied|must be owner/);
    }
    const off = withTenantSet(a.merchantId, async (client) => {
      await client.query('SET LOCAL row_security = off');
      return await client.query('SELECT * FROM customers');
    });
    await expect(off).rejects.toThrow('query would be affected by row-level security policy');
  });
});
