import { randomBytes, randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, freshIp, type HttpClient, type Subscription } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../lib/tokens.ts';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { startInProcessServer } from '../test/in-process-server.ts';
import { admissionRules } from './overload.ts';

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
async function watch(cookie: string, streams: number, ip = '127.0.0.1'): Promise<number> {
  const tries = await Promise.allSettled(
    Array.from({ length: streams }, async () => {
      const stream = await client.subscribe('cashback.watch', { id: purchase.id }, { cookie, ip });
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

/** Another merchant, whose purchase is watched from now on. */
async function openOtherMerchant(): Promise<SignedInMerchant> {
  const other = await signUpMerchant(client);
  const input = { operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await client.call('cashback.issue', input, { cookie: other.cookie });
  purchase = { id: data.transactionId, token: '' };
  return other;
}

test('an employee has twenty across all sessions, a merchant a hundred, an address two hundred', async () => {
  const open = async (merchantId: string, employeeId: string, sessions: number) => {
    let streams = 0;
    for (let index = 0; index < sessions; index += 1)
      streams += await watch(await openSession(merchantId, employeeId), 6);
    return streams;
  };
  const fill = async ({ id, employeeId }: SignedInMerchant) => {
    expect(await open(id, employeeId, 7)).toBe(20);
    for (let employee = 0; employee < 4; employee += 1)
      expect(await open(id, await addEmployee(id), 5)).toBe(20);
    expect(await open(id, await addEmployee(id), 1)).toBe(0);
  };
  const refused = (limit: string) => metric(`cashback_event_streams_refused_total{limit="${limit}"}`);
  await fill(merchant);
  expect(await refused('merchant')).toBeGreaterThan(0);
  await fill(await openOtherMerchant());
  const third = await openOtherMerchant();
  const before = await refused('address');
  expect(await watch(third.cookie, 1), 'behind the same address').toBe(0);
  expect(await refused('address')).toBe(before + 1);
  expect(await watch(third.cookie, 1, freshIp()), 'behind another').toBe(1);
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

test('a caller without a session is answered 401 before any stream is made, and takes no slot', async () => {
  const address = `/trpc/cashback.watch?input=${encodeURIComponent(JSON.stringify({ id: purchase.id }))}`;
  for (const cookie of [undefined, `session=${randomBytes(32).toString('base64url')}`]) {
    const answer = await client.fetch(address, {
      ...(cookie !== undefined && { cookie }),
      headers: { accept: 'text/event-stream' },
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatch(/^event: serialized-error\ndata: \{.*"refusal":"unauthenticated"/);
    expect(answer.body, 'nothing of a stream').not.toContain('connected');
  }
  expect(await countOpen()).toBe(0);
  expect(await watch(merchant.cookie, 4)).toBe(4);
});

test('a stream holds a place among the requests in progress until its first item was sent', async () => {
  const limits = { atOnce: 1, waitLimitMs: 0 };
  const server = await startInProcessServer(fixture.database.appUrl, {
    parts: {
      admissionRules: {
        ...admissionRules(),
        kinds: { apart: limits, first: limits, normal: limits, last: limits },
        maxWaiting: 0,
      },
    },
  });
  onTestFinished(() => server.close());
  const { cookie } = merchant;
  let look = () => {};
  const isLooking = new Promise<void>((resolve) => {
    look = resolve;
  });
  let letFind = () => {};
  const mayFind = new Promise<void>((resolve) => {
    letFind = resolve;
  });
  const { withTenant } = server.app.tenancy;
  server.app.tenancy.withTenant = async (...asked) => {
    look();
    await mayFind;
    return await withTenant(...asked);
  };
  const opening = server.client.subscribe('cashback.watch', { id: purchase.id }, { cookie });
  await isLooking;
  const me = () => server.client.query('auth.session', undefined, { cookie });
  expect((await me()).status, 'it takes the only place').toBe(503);
  letFind();
  const stream = await opening;
  expect(await stream.next()).toEqual({ confirmed: false });
  expect((await me()).status, 'it stands').toBe(200);
  stream.close();
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
