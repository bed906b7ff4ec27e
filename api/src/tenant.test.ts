import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from './lib/database.ts';
import type { Prisma } from './lib/prisma.ts';
import { createTenancy, type Tenancy, type TenantTransaction } from './tenant.ts';
import { insertMerchant } from './test/money-app.ts';

let database: TestDatabase;
let owner: pg.Pool;
let pool: pg.Pool;
let tenancy: Tenancy;
let a: string;
let b: string;
const customerIds: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  // Two connections for all tenants, so that each serves many in turn.
  pool = openPool(database.appUrl, { connections: 2 }, () => undefined);
  tenancy = createTenancy(pool);
  for (const merchant of [await insertMerchant(owner), await insertMerchant(owner)]) {
    const id = randomUUID();
    customerIds[merchant.merchantId] = id;
    await owner.query(
      `INSERT INTO customers (merchant_id, id, phone, name) VALUES ($1, $2, '11987654321', $3)`,
      [merchant.merchantId, id, `Cliente de ${merchant.merchantId}`],
    );
    if (a === undefined) a = merchant.merchantId;
    else b = merchant.merchantId;
  }
});

afterAll(async () => {
  await pool?.end();
  await owner?.end();
  await database?.drop();
});

const CURRENT = { name: 'test_current', text: "SELECT current_setting('app.merchant_id', true) AS tenant" };
const ALL = { name: 'test_all', text: 'SELECT DISTINCT merchant_id AS tenant FROM customers' };

const inPrisma = <Result>(tenant: string, run: (prisma: Prisma.TransactionClient) => Promise<Result>) =>
  tenancy.withTenant(tenant, (tx) => tx.prisma(run));

describe('a use case that forgets the tenant', () => {
  test.each([undefined, null, '', 'null', "' OR true --", {}, ['x']])(
    'gets no transaction for %j',
    async (tenant) => {
      const ran: unknown[] = [];
      const run = async (tx: unknown) => void ran.push(tx);
      await expect(tenancy.withTenant(tenant as string, run)).rejects.toThrow('no tenant given');
      expect(ran).toEqual([]);
    },
  );

  test('sees its own rows only: without a where clause, in raw SQL, in joins', async () => {
    for (const tenant of [a, b]) {
      const rows = await tenancy.withTenant(tenant, (tx) => tx.query(ALL, []));
      expect(rows).toEqual([{ tenant }]);
      const joined = await tenancy.withTenant(tenant, (tx) =>
        tx.query(
          {
            name: 'test_join',
            text: 'SELECT DISTINCT c.merchant_id FROM customers c, merchants m, employees e',
          },
          [],
        ),
      );
      expect(joined).toEqual([{ merchant_id: tenant }]);
    }
  });

  test('sees its own rows only through Prisma: no where, another id, raw SQL, nested include, aggregate', async () => {
    await inPrisma(a, async (prisma) => {
      expect((await prisma.customer.findMany()).map((each) => each.merchantId)).toEqual([a]);
      expect(await prisma.customer.findMany({ where: { merchantId: b } })).toEqual([]);
      expect(await prisma.customer.count()).toBe(1);
      expect(await prisma.$queryRaw`SELECT merchant_id::text FROM customers`).toEqual([{ merchant_id: a }]);
      expect(await prisma.merchant.findMany({ select: { id: true } })).toEqual([{ id: a }]);
      const found = await prisma.merchant.findUnique({ where: { id: b } });
      expect(found).toBeNull();
    });
  });

  test("changes only its own rows through Prisma: updateMany, upsert on another's key, create under another's id", async () => {
    const before = await owner.query('SELECT * FROM customers WHERE merchant_id = $1', [b]);
    const inA = <Result>(run: (prisma: Prisma.TransactionClient) => Promise<Result>) => inPrisma(a, run);
    const theirs = { merchantId_id: { merchantId: b, id: customerIds[b] ?? '' } };
    const changed = await inA((tx) =>
      tx.customer.updateMany({ where: { merchantId: b }, data: { name: 'x' } }),
    );
    expect(changed.count).toBe(0);
    const upsert = inA((tx) =>
      tx.customer.upsert({
        where: theirs,
        update: { name: 'x' },
        create: { merchantId: b, id: randomUUID(), phone: '11987654399' },
      }),
    );
    await expect(upsert).rejects.toThrow(/row-level security/);
    await expect(inA((tx) => tx.customer.update({ where: theirs, data: { name: 'x' } }))).rejects.toThrow();
    const moved = inA((tx) => tx.customer.updateMany({ data: { merchantId: b } }));
    await expect(moved).rejects.toThrow('permission denied for table customers');
    const after = await owner.query('SELECT * FROM customers WHERE merchant_id = $1', [b]);
    expect(after.rows).toEqual(before.rows);
  });

  test("has one transaction for Prisma and SQL: each reads the other's writes, and both roll back together", async () => {
    const count = { name: 'test_count', text: 'SELECT count(*)::int AS n FROM customers' };
    const data = { merchantId: a, id: randomUUID(), phone: '11987654300' };
    const failed = tenancy.withTenant(a, async (tx) => {
      await tx.prisma((prisma) => prisma.customer.create({ data }));
      expect(await tx.query(count, [])).toEqual([{ n: 2 }]);
      throw new Error('bug');
    });
    await expect(failed).rejects.toThrow('bug');
    const swallowed = tenancy.withTenant(a, async (tx) => {
      await tx.prisma((prisma) => prisma.customer.create({ data }));
      await tx.prisma((prisma) => prisma.customer.create({ data })).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect(await tenancy.withTenant(a, (tx) => tx.query(count, []))).toEqual([{ n: 1 }]);
  });

  test('is stopped by Prisma itself where a filter is undefined', async () => {
    const find = inPrisma(a, (prisma) =>
      // @ts-expect-error the compiler refuses it too
      prisma.customer.findMany({ where: { merchantId: undefined } }),
    );
    await expect(find).rejects.toThrow(/explicitly `undefined` values are not allowed/);
  });

  test('outside a transaction sees nothing', async () => {
    expect(await tenancy.lookup(ALL, [])).toEqual([]);
  });
});

describe('two connections for many tenants in turn', () => {
  /** Failures in the middle of one tenant's transaction. */
  const MISHAPS: Record<string, (query: (sql: string) => Promise<unknown>) => Promise<unknown>> = {
    none: async () => undefined,
    'a bug after the query': async () => Promise.reject(new Error('bug')),
    'an SQL error': (query) => query('SELECT 1 / 0'),
    'a constraint': (query) =>
      query(`INSERT INTO customers (merchant_id, id, phone) SELECT id, id, 'x' FROM merchants`),
    'a statement timeout': async (query) => {
      await query("SET LOCAL statement_timeout = '5ms'");
      await query('SELECT pg_sleep(1)');
    },
    'a canceled statement': (query) => query('SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(0.2)'),
    'a connection ended by the server': (query) => query('SELECT pg_terminate_backend(pg_backend_pid())'),
  };
  const names = Object.keys(MISHAPS);

  /** Reads the current tenant, runs the failure, and reads the tenant again if that is still possible. */
  async function visit(
    tenant: string,
    mishap: string,
    query: (sql: string) => Promise<{ tenant: string }[]>,
  ) {
    const seen: string[] = [];
    const look = async () => {
      for (const sql of [CURRENT.text, ALL.text]) seen.push(...(await query(sql)).map((row) => row.tenant));
    };
    await look();
    await MISHAPS[mishap]?.(query);
    await look();
    return { tenant, seen };
  }

  function expectOwnOnly(
    results: PromiseSettledResult<{ tenant: string; seen: string[] }>[],
    seen: [string, string[]][],
  ) {
    for (const result of results)
      if (result.status === 'fulfilled')
        expect(new Set(result.value.seen)).toEqual(new Set([result.value.tenant]));
    for (const [tenant, all] of seen) expect(all.filter((each) => each !== tenant)).toEqual([]);
    expect(results.filter((each) => each.status === 'fulfilled').length).toBeGreaterThan(names.length);
    expect(results.filter((each) => each.status === 'rejected').length).toBeGreaterThan(names.length);
  }

  test('no query runs with another tenant after errors, timeouts, cancels and lost connections (pg)', async () => {
    const seen: [string, string[]][] = [];
    const results: PromiseSettledResult<{ tenant: string; seen: string[] }>[] = [];
    // In waves: the pool gives each caller two seconds to get a connection.
    for (let wave = 0; wave < 14; wave += 1) {
      const runs = Array.from({ length: 10 }, (_, index) => {
        const tenant = index % 2 === 0 ? a : b;
        const all: string[] = [];
        seen.push([tenant, all]);
        const mishap = index % 4 < 2 ? 'none' : (names[(wave + index) % names.length] ?? 'none');
        return tenancy.withTenant(tenant, (tx: TenantTransaction) =>
          visit(tenant, mishap, async (text) => {
            const rows = await tx.query<{ tenant: string }>({ name: '', text }, []);
            all.push(...rows.flatMap((row) => (row.tenant ? [row.tenant] : [])));
            return rows;
          }),
        );
      });
      // Look-ups use the same connections in between and have no tenant.
      const between = Array.from({ length: 8 }, (_, index) =>
        tenancy.lookup<{ tenant: string | null }>(index % 2 ? CURRENT : ALL, []),
      );
      const [visited, looked] = await Promise.all([Promise.allSettled(runs), Promise.allSettled(between)]);
      results.push(...visited);
      const found = looked
        .flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
        .filter((row) => row.tenant);
      expect(found).toEqual([]);
    }
    expectOwnOnly(results, seen);
  });

  test('writes of a failed transaction are never committed by the next user of its connection', async () => {
    const write = { name: '', text: "UPDATE customers SET name = 'left over' WHERE merchant_id = $1" };
    for (let index = 0; index < 4; index += 1) {
      const failed = tenancy.withTenant(a, async (tx) => {
        await tx.query(write, [a]);
        throw new Error('bug');
      });
      await expect(failed).rejects.toThrow('bug');
      expect(await tenancy.lookup(ALL, [])).toEqual([]);
      await tenancy.withTenant(b, (tx) => tx.query(CURRENT, []));
    }
    const { rows } = await owner.query("SELECT count(*)::int AS n FROM customers WHERE name = 'left over'");
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('no query runs with another tenant after the same failures (Prisma)', async () => {
    const seen: [string, string[]][] = [];
    const results: PromiseSettledResult<{ tenant: string; seen: string[] }>[] = [];
    // In waves: Prisma gives a transaction two seconds to get a connection.
    for (let wave = 0; wave < 14; wave += 1) {
      const runs = Array.from({ length: 6 }, (_, index) => {
        const tenant = index % 2 === 0 ? a : b;
        const all: string[] = [];
        seen.push([tenant, all]);
        return inPrisma(tenant, (tx) =>
          visit(
            tenant,
            index % 3 === 0 ? 'none' : (names[(wave + index) % names.length] ?? 'none'),
            async (sql) => {
              if (sql.startsWith('SET') || sql.startsWith('INSERT')) {
                await tx.$executeRawUnsafe(sql);
                return [];
              }
              const rows = await tx.$queryRawUnsafe<{ tenant: string }[]>(
                sql === ALL.text
                  ? sql.replace('merchant_id', 'merchant_id::text')
                  : sql.replace('pg_sleep(1)', '1 FROM pg_sleep(1)'),
              );
              all.push(...rows.flatMap((row) => (row.tenant ? [row.tenant] : [])));
              return rows;
            },
          ),
        );
      });
      results.push(...(await Promise.allSettled(runs)));
    }
    expectOwnOnly(results, seen);
    expect(await tenancy.lookup(ALL, [])).toEqual([]);
  });

  test('work that outlives its transaction is refused (pg)', async () => {
    let kept: TenantTransaction | undefined;
    await tenancy.withTenant(a, async (tx) => {
      kept = tx;
    });
    const late = tenancy.withTenant(b, async () => await kept?.query(CURRENT, []));
    await expect(late).rejects.toThrow();
  });

  test('work that outlives its transaction is refused (Prisma)', async () => {
    let kept: Prisma.TransactionClient | undefined;
    let late: Promise<unknown> | undefined;
    await tenancy.withTenant(a, async (tx) => {
      await tx.prisma(async (prisma) => {
        kept = prisma;
      });
      // Prisma is still working when the transaction ends.
      late = tx.prisma((prisma) => prisma.customer.findMany());
      late.catch(() => undefined);
    });
    await expect(late).rejects.toThrow('the tenant transaction is over');
    const inOther = inPrisma(b, async () => await kept?.customer.findMany());
    await expect(inOther).rejects.toThrow(/already closed|Transaction/);
  });
});
