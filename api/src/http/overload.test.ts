import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { createServer } from '../server.ts';
import { readTestEnvironment } from '../test/read-test-environment.ts';
import { priorityOf } from './overload.ts';

const fixture = useDatabaseFixture();
let client: HttpClient;
/** The number of session look-ups. */
const asked = { times: 0 };

/** A request that holds the only slot until it is told to end. */
const hold = {
  arrived: () => {},
  end: () => {},
  begin: () =>
    new Promise<void>((resolve) => {
      hold.arrived = resolve;
    }),
  wait: () =>
    new Promise<string>((resolve) => {
      hold.end = () => resolve('done');
      hold.arrived();
    }),
};

/** One request at once, and none may wait. */
const FULL = {
  kinds: {
    apart: { atOnce: 1, waitLimitMs: 0 },
    first: { atOnce: 1, waitLimitMs: 0 },
    normal: { atOnce: 1, waitLimitMs: 0 },
    last: { atOnce: 1, waitLimitMs: 0 },
  },
  maxWaiting: 0,
  inOverload: { waitLimitMs: 0, maxWaiting: 0 },
  session: { atOnce: 1, waitLimitMs: 0, maxWaiting: 0, othersWithinMs: Number.POSITIVE_INFINITY },
  slowMs: 1_000,
  leastAtOnce: 1,
};

let stop = async () => {};

beforeAll(async () => {
  const env = readTestEnvironment(fixture.database.appUrl);
  const { app, isReady, close } = await createApp(env);
  const find = async () => {
    asked.times += 1;
    return undefined;
  };
  const counted = { ...app, sessions: { ...app.sessions, find } };
  const server = await createServer(counted, isReady, '/nowhere', { admissionRules: FULL });
  server.get('/hold', () => hold.wait());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  client = createHttpClient(url);
  stop = async () => {
    client.close();
    await server.close();
    await close();
  };
});

// Before the database is dropped, whose hook was registered first.
afterAll(() => stop());

/** Runs `ask` while the process has no room. */
async function whileFull<Result>(ask: () => Promise<Result>): Promise<Result> {
  const held = hold.begin();
  const answer = client.fetch('/hold');
  await held;
  const result = await ask();
  hold.end();
  await answer;
  return result;
}

test('a request without room is answered 503 with Retry-After, before any query', async () => {
  const before = asked.times;
  const cookie = `session=${'x'.repeat(43)}`;
  const look = () => client.query('customers.find', { phone: '11987654321' }, { cookie });
  const answer = await whileFull(look);
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.error).toMatchObject({
    message: 'Sistema ocupado. Tente novamente em alguns segundos.',
    data: { refusal: 'overloaded' },
  });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(asked.times).toBe(before);
  expect((await look()).status, 'afterwards it is looked').toBe(401);
  expect(asked.times).toBe(before + 1);
});

test('what a session sends beyond its own places is answered 429, before any query', async () => {
  const cookie = `session=${'y'.repeat(43)}`;
  const look = () => client.query('customers.find', { phone: '11987654321' }, { cookie });
  const held = hold.begin();
  const holding = client.fetch('/hold', { cookie });
  await held;
  const before = asked.times;
  const answer = await look();
  hold.end();
  await holding;
  expect(answer.status).toBe(429);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.error).toMatchObject({
    message: 'Muitos pedidos ao mesmo tempo. Tente novamente em alguns segundos.',
    data: { refusal: 'too_many_at_once' },
  });
  expect(asked.times).toBe(before);
  expect((await whileFull(look)).status).toBe(503);
  expect((await look()).status, 'a shed one has given its place back').toBe(401);
});

test('a program’s call is answered in its own format', async () => {
  const answer = await whileFull(() => client.fetch('/api/v1/purchases', { method: 'POST', input: {} }));
  expect(answer.status).toBe(503);
  expect(answer.body).toEqual({
    error: { code: 'overloaded', message: 'Sistema ocupado. Tente novamente em alguns segundos.' },
  });
});

test('a page shows a message, and the browser reloads it by itself', async () => {
  const answer = await whileFull(() => client.fetch('/customer/balance'));
  expect(answer.status).toBe(503);
  expect(answer.body).toBe('Sistema ocupado. Tente novamente em alguns segundos.');
  expect(answer.headers).toMatchObject({ refresh: '2', 'cache-control': 'no-store' });
});

test.each(['/healthz', '/readyz', '/assets/x.js', '/remotes/mfe-customer/remoteEntry.js', '/remotes.json'])(
  '%s is never shed',
  async (address) => {
    const answer = await whileFull(() => client.fetch(address));
    expect(answer.headers['retry-after']).toBeUndefined();
    expect(answer.body).not.toContain('ocupado');
  },
);

test.each([
  ['/trpc/cashback.issue', 'first'],
  ['/trpc/cashback.confirm', 'apart'],
  ['/trpc/redemptions.confirm', 'apart'],
  ['/trpc/redemptions.create', 'first'],
  ['/trpc/customers.find?input=%7B%7D', 'first'],
  ['/api/v1/purchases', 'first'],
  ['/trpc/customers.list', 'normal'],
  ['/trpc/nothing.known', 'normal'],
  ['/customer/balance', 'normal'],
  ['/trpc/reports.period?input=%7B%7D', 'last'],
  ['/trpc/cashback.latest,reports.period?batch=1', 'last'],
  ['/files/report.xlsx', 'last'],
  ['/trpc/cashback.watch?input=%7B%7D', 'normal'],
] as const)('%s goes %s', (url, priority) => {
  expect(priorityOf(url)).toBe(priority);
});
