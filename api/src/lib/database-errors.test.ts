import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenancy } from '../tenant.ts';
import { insertMerchant } from '../test/money-app.ts';
import { openPool } from './database.ts';
import { isDatabaseOutdated, isDatabaseUnavailable, isUniqueViolation } from './database-errors.ts';

let database: TestDatabase;
let owner: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );

test('a database that refuses, ends or times out a statement is known as unavailable', async () => {
  const unreachable = new pg.Pool({ connectionString: 'postgres://x:y@127.0.0.1:1/z' });
  const errors = [await failureOf(unreachable.query('SELECT 1'))];
  await unreachable.end();

  const client = new pg.Client({ connectionString: database.ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET statement_timeout = 20');
  errors.push(await failureOf(client.query('SELECT pg_sleep(1)')));
  const ended = failureOf(client.query('SET statement_timeout = 0; SELECT pg_sleep(5)'));
  await expect
    .poll(async () => {
      const text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(5)%'";
      return (await owner.query(`${text} AND pid <> pg_backend_pid()`)).rowCount;
    })
    .toBe(1);
  errors.push(await ended);

  const app = openPool(database.appUrl, { connections: 1 }, () => undefined);
  const inPrisma = createTenancy(app).withTenant(crypto.randomUUID(), (tx) =>
    tx.prisma(async (prisma) => {
      await prisma.$executeRaw`SET LOCAL statement_timeout = 20`;
      await prisma.$executeRaw`SELECT pg_sleep(1)`;
    }),
  );
  errors.push(await failureOf(inPrisma));
  await app.end();
  expect(errors.map((error) => [String(error), isDatabaseUnavailable(error)])).toEqual(
    errors.map((error) => [String(error), true]),
  );
});

test('a mistake in a statement or a refused row is a bug, not an outage', async () => {
  const errors = [
    await failureOf(owner.query('SELECT nonsense')),
    await failureOf(
      owner.query("INSERT INTO merchants (id) VALUES ('00000000-0000-0000-0000-000000000000')"),
    ),
    await failureOf(owner.query('SELECT 1 / 0')),
    new Error('anything else'),
    undefined,
    'text',
  ];
  for (const error of errors) expect(isDatabaseUnavailable(error), String(error)).toBe(false);
});

test('a unique violation is known by its constraint, from the driver and through Prisma', async () => {
  const staff = await insertMerchant(owner);
  const { email } = staff.client.user;
  const insert = owner.query(
    "INSERT INTO employees (merchant_id, id, name, email, role) VALUES ($1, gen_random_uuid(), 'x', $2, 'owner')",
    [staff.merchantId, email],
  );
  const app = openPool(database.appUrl, { connections: 1 }, () => undefined);
  const data = { merchantId: staff.merchantId, id: crypto.randomUUID(), name: 'x', email, role: 'owner' };
  const create = createTenancy(app).withTenant(staff.merchantId, (tx) =>
    tx.prisma((prisma) => prisma.employee.create({ data })),
  );
  for (const error of [await failureOf(insert), await failureOf(create)]) {
    expect(isUniqueViolation(error, 'email'), String(error)).toBe(true);
    expect(isUniqueViolation(error, 'signup_link_slug')).toBe(false);
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
  await app.end();
});

test('a database that lacks a column, table, function or schema is known as outdated, and nothing else is', async () => {
  for (const statement of [
    'SELECT no_such_column FROM merchants',
    'SELECT * FROM no_such_table',
    'SELECT no_such_function()',
    'SELECT no_such_schema.no_such_function()',
  ])
    expect(isDatabaseOutdated(await failureOf(owner.query(statement))), statement).toBe(true);
  for (const statement of ['SELECT 1 / 0', 'SELEC 1', 'INSERT INTO merchants DEFAULT VALUES'])
    expect(isDatabaseOutdated(await failureOf(owner.query(statement))), statement).toBe(false);
  expect(isDatabaseOutdated(new Error('column "platform" does not exist'))).toBe(false);
});
