import { randomUUID } from 'node:crypto';
import { REFUSAL_STATUS_HEADER } from 'domain/refusal-status';
import { useDatabaseFixture } from 'testing/database-fixture';
import { readAlertRules, readSource } from 'testing/deploy-files';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

const fixture = useDatabaseFixture();
let redis: RedisServer;
let api: ApiProcess;
let worker: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;
const phone = freshPhone();

let stop = async () => {};

beforeAll(async () => {
  redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const options = { databaseUrl: fixture.database.appUrl, redisUrl: redis.url };
  const extraEnv = { METRICS_PORT: '0', JOBS: 'off' };
  api = await startApiProcess({ ...options, extraEnv });
  worker = await startApiProcess({ ...options, program: 'worker', extraEnv: { METRICS_PORT: '0' } });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
  stop = async () => {
    client.close();
    await Promise.all([api.kill(), worker.kill()]);
    await redis.stop();
  };
});

// Before the database is dropped, whose hook was registered first.
afterAll(() => stop());

async function read(process: ApiProcess): Promise<string> {
  const answer = await fetch(`${process.monitoringUrl}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return await answer.text();
}

/** The value of a series; labels in Prometheus's notation: 'name{a="b"}'. */
function seriesValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('requests are counted by procedure and kind of answer, and no label holds personal data', async () => {
  const input = { operationId: randomUUID(), phone, amountCents: 10_000 };
  const purchase = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  await client.call('cashback.confirm', { token: tokenOf(purchase.data.link) }, { ip: freshIp() });
  await client.call('cashback.confirm', { token: 'CASHBACK_nobody' }, { ip: freshIp() });
  const shown = { headers: { [REFUSAL_STATUS_HEADER]: '200' } };
  await client.query('customers.signupLink', { slug: 'nobody-has-this-slug' }, shown);
  await client.fetch(`/customer/dashboard/${phone}`);
  await client.fetch(`/trpc/secret.${phone}`);
  await client.fetch('/trpc/customers.list,reports.period?batch=1&input=%7B%7D', { cookie: merchant.cookie });
  const text = await read(api);
  const count = (route: string, status: string) =>
    seriesValue(text, `cashback_http_request_seconds_count{route="${route}",status="${status}"}`);
  expect(count('trpc cashback.issue', '2xx')).toBe(1);
  expect(count('trpc cashback.confirm', '2xx')).toBe(1);
  expect(count('trpc cashback.confirm', '4xx')).toBe(1);
  expect(count('trpc customers.signupLink', '4xx')).toBe(1);
  expect(count('trpc unknown', '4xx')).toBe(1);
  expect(count('page', '2xx') ?? count('page', '4xx')).toBe(1);
  expect(text).toContain('route="trpc batch"');
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  for (const secret of [phone, merchant.email, purchase.data.transactionId, 'secret.'])
    expect(text).not.toContain(secret);
});

test('connections, dialogs and waiting requests are reported', async () => {
  const input = { operationId: randomUUID(), phone, amountCents: 10_000 };
  const purchase = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  const dialog = await client.subscribe(
    'cashback.watch',
    { id: purchase.data.transactionId },
    { cookie: merchant.cookie },
  );
  await dialog.next();
  const text = await read(api);
  expect(seriesValue(text, 'cashback_event_streams')).toBe(1);
  expect(seriesValue(text, 'cashback_http_waiting')).toBe(0);
  expect(seriesValue(text, 'cashback_database_connections{pool="requests",state="waiting"}')).toBe(0);
  expect(seriesValue(text, 'cashback_database_connections{pool="requests",state="idle"}')).toBeGreaterThan(0);
  expect(
    seriesValue(text, 'cashback_database_wait_seconds_count{pool="requests",outcome="got"}'),
  ).toBeGreaterThan(3);
  dialog.close();
  await expect.poll(async () => seriesValue(await read(api), 'cashback_event_streams')).toBe(0);
});

test('it reports whether Redis answered the last call', async () => {
  const redisUp = async () => {
    // Each confirmation counts in Redis.
    await client.call('cashback.confirm', { token: 'CASHBACK_nobody' }, { ip: freshIp() });
    return seriesValue(await read(api), 'cashback_redis_up');
  };
  // A Redis that was briefly too slow, on a busy machine, is skipped for two seconds.
  await expect.poll(redisUp, { interval: 200 }).toBe(1);
});

test('a worker reports the queue and the outcomes of jobs', async () => {
  const add = (rest: string) => fixture.owner.query(`SELECT graphile_worker.add_job(${rest})`);
  await add(`'deliver', '{"merchantId":"of nobody"}', run_at => now() + interval '1 hour'`);
  await add(`'mail-password-link', '{"merchantId":"of nobody"}', max_attempts => 1`);
  await add(`'settle-due-customers'`);
  const jobs = async (labels: string) =>
    seriesValue(await read(worker), `cashback_job_seconds_count{${labels}}`);
  const within = { timeout: 60_000, interval: 100 };
  await expect.poll(() => jobs('task="settle-due-customers",outcome="done"'), within).toBeGreaterThan(0);
  await expect.poll(() => jobs('task="mail-password-link",outcome="given_up"'), within).toBe(1);
  const text = await read(worker);
  expect(seriesValue(text, 'cashback_jobs{task="deliver",state="later"}')).toBe(1);
  expect(seriesValue(text, 'cashback_jobs{task="mail-password-link",state="given_up"}')).toBe(1);
  expect(text).not.toContain('of nobody');
  expect(await (await fetch(`${worker.monitoringUrl}/readyz`)).text()).toBe('ready');
  await expect.poll(() => worker.output()).toMatch(/Failed task.*mail-password-link/);
});

test('a worker reports alarms and the age of the ledger’s last verification', async () => {
  await fixture.owner.query(`
    INSERT INTO operations.alarms (kind, details) VALUES ('expiry_held', '{"dueCents": 4200}');
    INSERT INTO operations.ledger_verifications (started_at, finished_at, merchants, entries, differences)
    VALUES (now(), now() - interval '1 hour', 1, 1, 3)`);
  const text = await read(worker);
  expect(seriesValue(text, 'cashback_alarms{kind="expiry_held"}')).toBe(1);
  expect(seriesValue(text, 'cashback_alarms{kind="redemptions_held"}')).toBe(0);
  expect(seriesValue(text, 'cashback_expiry_held_cents{state="held"}')).toBe(4_200);
  expect(seriesValue(text, 'cashback_ledger_differences{scope="all"}')).toBe(3);
  expect(seriesValue(text, 'cashback_ledger_proof_age_seconds{scope="all"}')).toBeGreaterThanOrEqual(3_600);
});

test('each metric that the example alert rules name is exported, and each alert is in the runbook', async () => {
  const rules = readAlertRules();
  const exported = `${await read(api)}\n${await read(worker)}`;
  const runbook = readSource('docs/operating.md');
  expect(rules.length).toBeGreaterThan(8);
  for (const { alert, expr, labels, annotations } of rules) {
    expect(['page', 'ticket'], alert).toContain(labels.severity);
    expect(annotations, alert).toHaveProperty('summary');
    expect(runbook, alert).toContain(`**${alert}**`);
    const names = expr.match(/\bcashback_\w+/g) ?? [];
    expect(names.length, alert).toBeGreaterThan(0);
    expect(
      names.filter((name) => !exported.includes(`\n# TYPE ${name} `)),
      alert,
    ).toEqual([]);
  }
});

test('a lost database affects no other metric', async () => {
  await fixture.owner.query('ALTER TABLE graphile_worker._private_jobs RENAME TO gone');
  const text = await read(worker).finally(() =>
    fixture.owner.query('ALTER TABLE graphile_worker.gone RENAME TO _private_jobs'),
  );
  expect(text).not.toContain('cashback_jobs{');
  expect(text).toMatch(/^process_cpu_seconds_total /m);
});

test('the public port serves no metrics, and proxied requests are refused', async () => {
  expect((await client.fetch('/metrics')).body).not.toContain('process_cpu');
  const passedOn = await fetch(`${api.monitoringUrl}/metrics`, {
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect([passedOn.status, await passedOn.text()]).toEqual([403, '']);
  expect((await fetch(`${api.monitoringUrl}/metrics`, { method: 'POST' })).status).toBe(405);
  for (const address of ['/healthz', '/readyz', '/metrics']) {
    const head = await fetch(`${api.monitoringUrl}${address}`, { method: 'HEAD' });
    expect([head.status, await head.text()], address).toEqual([200, '']);
  }
  expect((await fetch(`${api.monitoringUrl}/secret`)).status).toBe(404);
});
