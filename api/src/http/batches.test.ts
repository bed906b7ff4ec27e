import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { OWN_PAGE, type RawAnswer } from 'testing/raw-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { outcomeOf, PROCEDURES } from '../test/tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { fingerprint } from '../test/tenant-rows.ts';

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl);
  merchant = await createMerchant(server.app, owner);
  cookie = `session=${await openSession(server.app, merchant.staff.owner)}`;
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

async function batch(paths: string[], inputs: unknown[], method: 'GET' | 'POST'): Promise<RawAnswer> {
  const input = JSON.stringify(Object.fromEntries(inputs.map((each, index) => [index, each])));
  const headers = { host: 'localhost', cookie, 'x-forwarded-for': freshIp() };
  const address = `/trpc/${paths.join(',')}?batch=1`;
  return method === 'GET'
    ? await server.ask(`${address}&input=${encodeURIComponent(input)}`, { headers })
    : await server.ask(address, { method, body: input, headers: { ...headers, ...OWN_PAGE } });
}

const purchase = () => ({ operationId: randomUUID(), phone: merchant.customer.phone, amountCents: 100 });
const publicPaths = PROCEDURES.filter(({ meta }) => meta.access === 'public');

test('a batch of ten calls is answered call by call, one of eleven is refused', async () => {
  const ten = await batch(
    Array.from({ length: 10 }, () => 'cashback.issue'),
    Array.from({ length: 10 }, purchase),
    'POST',
  );
  expect(ten.status).toBe(200);
  expect(JSON.parse(ten.text)).toHaveLength(10);
  const before = await fingerprint(owner, merchant.merchantId);
  for (const length of [11, 1_000]) {
    const paths = Array.from({ length }, () => 'cashback.issue');
    const many = await batch(paths, Array.from({ length: 40 }, purchase), 'POST');
    expect(outcomeOf(many), many.text).toEqual([400, 'batch_refused']);
  }
  const reads = await batch(
    Array.from({ length: 11 }, () => 'reports.currentMonth'),
    [],
    'GET',
  );
  expect(outcomeOf(reads)).toEqual([400, 'batch_refused']);
  expect(await fingerprint(owner, merchant.merchantId)).toEqual(before);
});

test.each(publicPaths)('$path is refused in a batch, alone, first or last', async ({ path, type }) => {
  const method = type === 'mutation' ? 'POST' : 'GET';
  const other = type === 'mutation' ? 'cashback.issue' : 'reports.currentMonth';
  const before = await fingerprint(owner, merchant.merchantId);
  for (const paths of [[path], [path, other], [other, path], [path, path]]) {
    const answer = await batch(paths, paths.map(purchase), method);
    expect(outcomeOf(answer), answer.text).toEqual([400, 'batch_refused']);
  }
  expect(await fingerprint(owner, merchant.merchantId)).toEqual(before);
});

test.each([
  'auth.login,auth.login',
  'auth.login%2Cauth.login',
  'auth.login,auth.login?batch=true',
  'auth.login,auth.login?batch=1&batch=1',
  'auth.login,auth.login?batch[]=1',
  'auth%2Elogin%2Cauth%2Elogin?batch=1',
  'auth.login?batch=%31',
])('no spelling of a batch passes several logins in one request: %s', async (address) => {
  const login = { email: merchant.ownerEmail, password: 'guess' };
  const answer = await server.ask(`/trpc/${address}`, {
    method: 'POST',
    headers: { host: 'localhost', 'x-forwarded-for': freshIp(), ...OWN_PAGE },
    body: JSON.stringify({ 0: login, 1: login }),
  });
  expect([400, 404], answer.text).toContain(answer.status);
  expect(answer.text).not.toContain('invalid_credentials');
});

test('calls of a batch that end differently are each answered with their own refusal', async () => {
  const answer = await batch(
    ['customers.find', 'customers.find', 'no.such', 'cashback.issue'],
    [{ phone: merchant.customer.phone }, { phone: '11900000000' }, {}, {}],
    'GET',
  );
  expect(answer.status).toBe(207);
  const bodies = JSON.parse(answer.text) as { error?: { data: { refusal: string } } }[];
  expect(bodies.map((body) => body.error?.data.refusal)).toEqual([
    undefined,
    'customer_not_found',
    'not_found',
    'method_not_allowed',
  ]);
});
