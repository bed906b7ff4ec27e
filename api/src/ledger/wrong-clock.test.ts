import { randomUUID } from 'node:crypto';
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

/** How many stored moments of the customer lie before `since` or after the database's now. */
async function countWrongMoments(phone: string, since: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `SELECT count(*) FILTER (WHERE at NOT BETWEEN $2 AND clock_timestamp())::int AS count
     FROM customers c, LATERAL (
       SELECT created_at AS at FROM ledger_entries WHERE customer_id = c.id
       UNION ALL SELECT created_at FROM cashback_lots WHERE customer_id = c.id
       UNION ALL SELECT created_at FROM transactions WHERE customer_id = c.id
       UNION ALL SELECT qr_scanned_at FROM transactions WHERE customer_id = c.id
       UNION ALL SELECT created_at FROM redemptions WHERE customer_id = c.id
       UNION ALL SELECT completed_at FROM redemptions WHERE customer_id = c.id
       UNION ALL VALUES (c.created_at), (c.balance_as_of), (c.last_purchase_at)) moments
     WHERE c.phone = $1`,
    [phone, since],
  );
  return rows[0]?.count ?? Number.NaN;
}

const metricsOf = async ({ monitoringUrl }: ApiProcess) =>
  await (await fetch(`${monitoringUrl}/metrics`)).text();

/** Settling jobs that wait or are under way. */
async function countJobs(): Promise<number | null> {
  const { rowCount } = await owner.query(
    "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'settle-due-customers'",
  );
  return rowCount;
}

test.each(Object.entries(WRONG))(
  'a process whose clock is %s is not ready and takes no job, and what it is asked all the same is dated by the database',
  async (_name, shiftMs) => {
    const phone = freshPhone();
    const { rows } = await owner.query("SELECT date_trunc('milliseconds', clock_timestamp())::text AS now");
    const before = await issue(healthy, phone);
    expect((await confirm(healthy, before)).status).toBe(200);
    expect(await availableCents(phone)).toBe(5_000);

    const { api, client } = await startShifted(shiftMs);
    expect((await client.fetch('/readyz')).status).toBe(503);
    // The answer may overtake the log, and a comparison that failed is made again after a second.
    await vi.waitFor(() => expect(api.output()).toContain('the clock differs from the database'), 60_000);
    const skew = Number(/^cashback_clock_skew_seconds (\S+)$/m.exec(await metricsOf(api))?.[1]);
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

    // Another worker, which starts only now, does all that waits.
    const worker = await startApiProcess({ databaseUrl: database.appUrl, program: 'worker' });
    await expect.poll(countJobs).toBe(0);
    await worker.stop();
    expect(await metricsOf(api)).not.toContain('cashback_job_seconds_count');

    expect(await availableCents(phone)).toBe(9_000);
    expect(await countWrongMoments(phone, rows[0].now)).toBe(0);
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
  const isObeyed = async (setup: string) => {
    const client = await owner.connect();
    try {
      await client.query(`BEGIN; ${setup}; SET LOCAL app.now = '2032-01-01Z'`);
      const { rows } = await client.query(
        `SELECT money_now() = '2032-01-01Z' AS obeyed, money_now() BETWEEN now() AND clock_timestamp() AS real`,
      );
      return rows[0];
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };
  const plain = `plain_${randomUUID().replaceAll('-', '')}`;
  // Not cashback_app, which the tests' server has made a member.
  await owner.query(`CREATE ROLE ${plain}; GRANT EXECUTE ON FUNCTION money_now TO ${plain}`);
  try {
    expect(await isObeyed('SET LOCAL ROLE cashback_app')).toEqual({ obeyed: true, real: false });
    expect(await isObeyed(`SET LOCAL SESSION AUTHORIZATION ${plain}`)).toEqual({ obeyed: false, real: true });
  } finally {
    await owner.query(`DROP OWNED BY ${plain}; DROP ROLE ${plain}`);
  }
});
