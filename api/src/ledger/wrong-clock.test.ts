import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { DAY_MS, setRules } from '../test/money-app.ts';

const WRONG = { '200 days ahead': 200 * DAY_MS, '200 days behind': -200 * DAY_MS, '3 s ahead': 3_000 };
const NEAR_MS = 60_000;

let database: TestDatabase;
let owner: pg.Pool;
let right: ApiProcess;
let healthy: HttpClient;
let merchant: SignedInMerchant;
const shifted: { api: ApiProcess; client: HttpClient }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  right = await startApiProcess({ databaseUrl: database.appUrl, extraEnv: { JOBS: 'off' } });
  healthy = createHttpClient(right.url);
  merchant = await signUpMerchant(healthy);
  await setRules(owner, merchant.id, { cashback_expires: true, cashback_expiration_days: 30 });
});

afterEach(async () => {
  for (const { api, client } of shifted.splice(0)) {
    client.close();
    await api.kill();
  }
});

afterAll(async () => {
  healthy.close();
  await right.kill();
  await owner.end();
  await database.drop();
});

async function startShifted(clockShiftMs: number) {
  const extraEnv = { METRICS_PORT: '0', METRICS_HOST: '127.0.0.1' };
  const api = await startApiProcess({ databaseUrl: database.appUrl, clockShiftMs, extraEnv });
  const started = { api, client: createHttpClient(api.url) };
  shifted.push(started);
  return started;
}

const issue = (client: HttpClient, phone: string) =>
  client.call('cashback.issue', { operationId: randomUUID(), phone, amountCents: 100_000 }, merchant);
const confirm = (client: HttpClient, { data }: { data: { link: string } }) =>
  client.call('cashback.confirm', { token: tokenOf(data.link) });

async function availableCents(phone: string): Promise<number> {
  const { data } = await healthy.query('customers.find', { phone }, merchant);
  return data.availableCents;
}

/** The stored moment of the customer that lies furthest from the database's now; in milliseconds. */
async function furthestMs(phone: string): Promise<number> {
  const { rows } = await owner.query<{ ms: number }>(
    `SELECT max(abs(extract(epoch FROM clock_timestamp() - at)))::float8 * 1000 AS ms
     FROM customers c, LATERAL (
       SELECT created_at AS at FROM ledger_entries WHERE customer_id = c.id
       UNION ALL SELECT created_at FROM cashback_lots WHERE customer_id = c.id
       UNION ALL SELECT created_at FROM transactions WHERE customer_id = c.id
       UNION ALL SELECT qr_scanned_at FROM transactions WHERE customer_id = c.id
       UNION ALL SELECT created_at FROM redemptions WHERE customer_id = c.id
       UNION ALL SELECT completed_at FROM redemptions WHERE customer_id = c.id
       UNION ALL VALUES (c.created_at), (c.balance_as_of), (c.last_purchase_at)) moments
     WHERE c.phone = $1`,
    [phone],
  );
  return rows[0]?.ms ?? Number.NaN;
}

test.each(Object.entries(WRONG))(
  'a process whose clock is %s is not ready and takes no job, and what it is asked all the same is dated by the database',
  async (_name, shiftMs) => {
    const phone = freshPhone();
    const before = await issue(healthy, phone);
    expect((await confirm(healthy, before)).status).toBe(200);
    expect(await availableCents(phone)).toBe(5_000);

    const { api, client } = await startShifted(shiftMs);
    expect((await client.fetch('/readyz')).status).toBe(503);
    // The answer may overtake the log, and a comparison that failed is made again after a second.
    await vi.waitFor(() => expect(api.output()).toContain('the clock differs from the database'), 60_000);
    const metrics = await (await fetch(`${api.monitoringUrl}/metrics`)).text();
    const skew = Number(/^cashback_clock_skew_seconds (\S+)$/m.exec(metrics)?.[1]);
    expect(Math.abs(skew - shiftMs / 1_000)).toBeLessThan(2);

    await owner.query("SELECT graphile_worker.add_job('settle-due-customers')");
    const purchase = await issue(client, phone);
    expect((await confirm(client, purchase)).status).toBe(200);
    const { data: customer } = await client.query('customers.find', { phone }, merchant);
    expect(customer.availableCents, 'read through the process itself').toBe(10_000);
    const redemption = await client.call(
      'redemptions.create',
      { operationId: randomUUID(), customerId: customer.id, amountCents: 1_000 },
      merchant,
    );
    const redeemed = await client.call('redemptions.confirm', { token: tokenOf(redemption.data.link) });
    expect(redeemed.status).toBe(200);
    await wait(3_000);

    expect(await availableCents(phone)).toBe(9_000);
    expect(await furthestMs(phone)).toBeLessThan(NEAR_MS);
    const jobs = await owner.query<{ attempts: number }>(
      "SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'settle-due-customers'",
    );
    expect(new Set(jobs.rows.map((job) => job.attempts)), 'it waits for another worker').toEqual(
      new Set([0]),
    );
    await owner.query('DELETE FROM graphile_worker._private_jobs');
    await assertCleanLedger(database.ownerUrl);
  },
);

test('a second of difference is nothing: the process is ready and takes jobs', async () => {
  const { client } = await startShifted(1_000);
  await owner.query("SELECT graphile_worker.add_job('settle-due-customers')");
  await vi.waitFor(
    async () => {
      expect((await client.fetch('/readyz')).status).toBe(200);
      const { rows } = await owner.query('SELECT FROM graphile_worker._private_jobs');
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
});

test('a time that a session sets is obeyed only for a login that is a member of cashback_test_clock', async () => {
  const now = async (setup: string) => {
    const client = await owner.connect();
    try {
      await client.query(`BEGIN; ${setup}; SET LOCAL app.now = '2032-01-01Z'`);
      return (await client.query<{ now: Date }>('SELECT money_now() AS now')).rows[0]?.now.getTime() ?? 0;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };
  const plain = `plain_${randomUUID().replaceAll('-', '')}`;
  // Not cashback_app, which the tests' server has made a member.
  await owner.query(`CREATE ROLE ${plain}; GRANT EXECUTE ON FUNCTION money_now TO ${plain}`);
  try {
    expect(await now('SET LOCAL ROLE cashback_app')).toBe(Date.parse('2032-01-01Z'));
    expect(Math.abs((await now(`SET LOCAL SESSION AUTHORIZATION ${plain}`)) - Date.now())).toBeLessThan(
      NEAR_MS,
    );
  } finally {
    await owner.query(`DROP OWNED BY ${plain}; DROP ROLE ${plain}`);
  }
});
