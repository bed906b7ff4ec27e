import { randomBytes, randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, freshIp, type HttpClient, type Subscription } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../lib/tokens.ts';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

const fixture = useDatabaseFixture();
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;
let purchase: { id: string; token: string };
const opened: Subscription[] = [];

beforeAll(async () => {
  api = await startApiProcess({ databaseUrl: fixture.database.appUrl, extraEnv: { METRICS_PORT: '0' } });
  client = createHttpClient(api.url);
});

afterAll(async () => {
  client?.close();
  await api?.kill();
});

beforeEach(async () => {
  merchant = await signUpMerchant(client);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await client.call('cashback.issue', input, { cookie: merchant.cookie });
  purchase = { id: data.transactionId, token: tokenOf(data.link) };
  return async () => {
    for (const stream of opened.splice(0)) stream.close();
    await expect.poll(countOpen).toBe(0);
  };
});

async function metric(series: string): Promise<number> {
  const text = await (await fetch(`${api.monitoringUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line ? Number(line.slice(series.length)) : 0;
}

const countOpen = () => metric('cashback_event_streams');

/** Another session of this employee, without its password. */
async function openSession(merchantId: string, employeeId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await fixture.owner.query(
    `INSERT INTO sessions (merchant_id, id, employee_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [merchantId, sha256(token).toString('hex'), employeeId],
  );
  return `session=${token}`;
}

async function addEmployee(merchantId: string): Promise<string> {
  const id = randomUUID();
  await fixture.owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role) VALUES ($1, $2, 'Ana', $3, 'employee')`,
    [merchantId, id, `${id}@loja.example`],
  );
  return id;
}

/** The number of concurrent requests that got a stream with data; the others were answered 429. */
async function watch(cookie: string, streams: number): Promise<number> {
  const tries = await Promise.allSettled(
    Array.from({ length: streams }, async () => {
      const stream = await client.subscribe('cashback.watch', { id: purchase.id }, { cookie });
      expect(await stream.next()).toEqual({ confirmed: false });
      opened.push(stream);
    }),
  );
  const refused = tries.filter((each) => each.status === 'rejected').map(({ reason }) => String(reason));
  expect(refused.filter((reason) => !reason.includes('"httpStatus":429'))).toEqual([]);
  return tries.filter((each) => each.status === 'fulfilled').length;
}

test('a session has four event streams at a time, however many it requests at once', async () => {
  const before = await metric('cashback_event_streams_refused_total{limit="session"}');
  expect(await watch(merchant.cookie, 60)).toBe(4);
  expect(await countOpen()).toBe(4);
  expect(await metric('cashback_event_streams_refused_total{limit="session"}')).toBe(before + 56);
  opened.pop()?.close();
  await expect.poll(countOpen).toBe(3);
  expect(await watch(merchant.cookie, 2), 'the place of one that has ended').toBe(1);
});

test('an employee has twenty across all sessions, a merchant a hundred across all employees', async () => {
  const open = async (employeeId: string, sessions: number) => {
    let streams = 0;
    for (let index = 0; index < sessions; index += 1)
      streams += await watch(await openSession(merchant.id, employeeId), 6);
    return streams;
  };
  expect(await open(merchant.employeeId, 7)).toBe(20);
  for (let employee = 0; employee < 4; employee += 1)
    expect(await open(await addEmployee(merchant.id), 5)).toBe(20);
  expect(await open(await addEmployee(merchant.id), 1)).toBe(0);
  expect(await metric('cashback_event_streams_refused_total{limit="merchant"}')).toBeGreaterThan(0);
  const other = await signUpMerchant(client);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await client.call('cashback.issue', input, { cookie: other.cookie });
  purchase = { id: data.transactionId, token: '' };
  expect(await watch(other.cookie, 1), 'another merchant').toBe(1);
});

test('a refused stream is answered as a stream, with the time to retry', async () => {
  await watch(merchant.cookie, 4);
  const address = `/trpc/cashback.watch?input=${encodeURIComponent(JSON.stringify({ id: purchase.id }))}`;
  const answer = await client.fetch(address, {
    cookie: merchant.cookie,
    headers: { accept: 'text/event-stream' },
  });
  expect(answer.status).toBe(429);
  expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
  const retryMs = Number(/^retry: (\d+)$/m.exec(answer.body)?.[1]);
  expect(retryMs).toBeGreaterThanOrEqual(15_000);
  expect(Number(answer.headers['retry-after']) * 1_000).toBe(retryMs);
  expect(answer.body).toMatch(
    /^event: serialized-error\ndata: \{"message":".*"refusal":"too_many_requests"/m,
  );
});

test('a caller without a session takes no slot', async () => {
  const stream = await client.subscribe('cashback.watch', { id: purchase.id }, { cookie: 'session=nobody' });
  await expect(stream.next()).rejects.toThrow('"refusal":"unauthenticated"');
  expect(await watch(merchant.cookie, 4)).toBe(4);
});

test('refused streams leave nothing in the log', async () => {
  await watch(merchant.cookie, 60);
  expect(api.output()).not.toContain('subscription');
  const confirmed = await client.call('cashback.confirm', { token: purchase.token }, { ip: freshIp() });
  expect(confirmed.status).toBe(200);
  expect(await Promise.all(opened.map((stream) => stream.next()))).toEqual(
    opened.map(() => ({ confirmed: true })),
  );
});
