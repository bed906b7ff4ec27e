import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { queryAddress, type RawAnswer } from 'testing/raw-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { outcomeOf } from '../test/tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { fingerprint } from '../test/tenant-rows.ts';

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  server = await startInProcessServer(database.appUrl);
  merchant = await createMerchant(server.app, owner);
  cookie = `session=${await openSession(server.app, merchant.staff.owner)}`;
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

/** Both kinds of mutation, as a victim's browser would send them: with a session, and without one. */
const MUTATIONS = {
  'cashback.issue': () => ({ operationId: randomUUID(), phone: '11987654321', amountCents: 1_000 }),
  'customers.signUp': () => ({ slug: merchant.slug, name: 'Vítima', phone: '11987654322' }),
};
type Mutation = keyof typeof MUTATIONS;

async function send(
  path: Mutation,
  headers: Record<string, string>,
  options: { method?: string; body?: string } = {},
): Promise<RawAnswer> {
  const { method = 'POST', body = JSON.stringify(MUTATIONS[path]()) } = options;
  return await server.ask(`/trpc/${path}`, {
    method,
    body,
    headers: { host: 'localhost', cookie, 'x-forwarded-for': freshIp(), ...headers },
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

const FROM_ELSEWHERE: [from: string, headers: Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  [
    'another site that claims the right Origin',
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
  ],
  ["a sibling's host of the same site", { 'sec-fetch-site': 'same-site' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['two places at once', { 'sec-fetch-site': 'same-origin, cross-site' }],
  ['nowhere: neither header', {}],
  ['an empty Sec-Fetch-Site', { 'sec-fetch-site': '' }],
  ['another Origin', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://localhost:8080' }],
  ['another scheme', { origin: 'https://localhost' }],
  ['a sibling Origin', { origin: 'http://loja.localhost' }],
  ['an Origin that starts like ours', { origin: 'http://localhost.evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['an empty Origin', { origin: '' }],
  ['a Referer alone', { referer: 'http://localhost/' }],
];

const NOT_JSON: [type: string, headers: Record<string, string>, body: string][] = [
  ['plain text', { 'content-type': 'text/plain' }, '{}'],
  ['plain text that says JSON', { 'content-type': 'text/plain; application/json' }, '{}'],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'amountCents=1'],
  ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\n\r\n{}\r\n--x--'],
  ['HTML', { 'content-type': 'text/html' }, '<form></form>'],
  ['a blob', { 'content-type': 'application/octet-stream' }, '{}'],
  ['nothing', {}, ''],
  ['no type at all', {}, '{}'],
];

const mutations = Object.keys(MUTATIONS) as Mutation[];

async function expectNothingChanged(run: () => Promise<void>): Promise<void> {
  const before = await fingerprint(owner, merchant.merchantId);
  await run();
  expect(await fingerprint(owner, merchant.merchantId)).toEqual(before);
}

test.each(FROM_ELSEWHERE)('a mutation from %s is refused and changes nothing', async (_from, headers) => {
  await expectNothingChanged(async () => {
    for (const path of mutations) {
      const answer = await send(path, { ...JSON_TYPE, ...headers });
      expect(outcomeOf(answer), answer.text).toEqual([403, 'cross_origin']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

test.each(NOT_JSON)('a body that is %s is refused and changes nothing', async (_type, headers, body) => {
  await expectNothingChanged(async () => {
    for (const path of mutations) {
      const answer = await send(path, { 'sec-fetch-site': 'same-origin', ...headers }, { body });
      expect(outcomeOf(answer), answer.text).toEqual([415, 'not_json']);
    }
  });
});

/** Browsers omit Origin on requests to another origin whose answer is not read, and send Sec-Fetch-Site. */
const READ_FROM_ELSEWHERE = FROM_ELSEWHERE.filter(
  ([, headers]) =>
    headers['sec-fetch-site'] !== 'none' && Object.keys(headers).some((name) => name !== 'referer'),
);

test.each(READ_FROM_ELSEWHERE)(
  'a query and an event stream from %s are refused, before any session is looked up',
  async (_from, headers) => {
    const asked = { headers: { host: 'localhost', cookie, accept: '*/*', ...headers } };
    const batch = encodeURIComponent(JSON.stringify({ 0: { phone: '11987654321' } }));
    for (const address of [
      queryAddress('customers.find', { phone: '11987654321' }),
      queryAddress('customers.dashboard', { phone: '11987654321', slug: merchant.slug }),
      queryAddress('cashback.watch', { id: randomUUID() }),
      `/trpc/customers.find?batch=1&input=${batch}`,
    ]) {
      const answer = await server.ask(address, asked);
      expect(outcomeOf(answer), address).toEqual([403, 'cross_origin']);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  },
);

test.each<[string, Record<string, string>]>([
  ['our own page', { 'sec-fetch-site': 'same-origin' }],
  ['our own page in a browser without Sec-Fetch-Site', { origin: 'http://localhost' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['a program, which says nothing', {}],
])('a query from %s is answered', async (_from, headers) => {
  const address = queryAddress('customers.find', { phone: '11987654321' });
  const answer = await server.ask(address, { headers: { host: 'localhost', cookie, ...headers } });
  expect(answer.status, answer.text).not.toBe(403);
});

test('a link from another site opens a page, another site shows a picture, and a program with a key may call from anywhere', async () => {
  const headers = { host: 'localhost', 'sec-fetch-site': 'cross-site', accept: '*/*' };
  for (const address of ['/login', `/signup/${merchant.slug}`])
    expect((await server.ask(address, { headers })).text).not.toContain('cross_origin');
  const picture = await server.ask(`/media/logos/${merchant.merchantId}/${randomUUID()}.webp`, { headers });
  expect(picture.status).toBe(404);
  const program = await server.ask('/api/v1/customers?phone=11987654321', { headers });
  expect(program.status, program.text).toBe(401);
});

test('a mutation by GET is refused, alone and in a batch, and changes nothing', async () => {
  const headers = { host: 'localhost', cookie, 'sec-fetch-site': 'same-origin' };
  await expectNothingChanged(async () => {
    for (const path of mutations) {
      const answer = await server.ask(queryAddress(path, MUTATIONS[path]()), { headers });
      expect(outcomeOf(answer), answer.text).toEqual([405, 'method_not_allowed']);
    }
    const input = encodeURIComponent(JSON.stringify({ 0: MUTATIONS['cashback.issue']() }));
    const batch = await server.ask(`/trpc/cashback.issue?batch=1&input=${input}`, { headers });
    expect(batch.status, batch.text).toBe(405);
  });
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
  '%s is refused, even from our own pages',
  async (method) => {
    await expectNothingChanged(async () => {
      for (const path of mutations) {
        const answer = await send(path, { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' }, { method });
        expect([403, 404, 405, 415], answer.text).toContain(answer.status);
      }
    });
  },
);

test('pages of other origins are never allowed to call us', async () => {
  const preflight = await server.ask('/trpc/cashback.issue', {
    method: 'OPTIONS',
    headers: {
      host: 'localhost',
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  const names = Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'));
  expect(names).toEqual([]);
});

test.each([
  ['Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
  ['the exact Origin, in a browser without Sec-Fetch-Site', { origin: 'http://localhost' }],
])('our own page, recognized by %s, may', async (_by, headers) => {
  const answer = await send('cashback.issue', {
    ...headers,
    'content-type': 'Application/JSON; charset=utf-8',
  });
  expect(answer.status, answer.text).toBe(200);
});

test("a page of one merchant's host cannot call the employees’ procedures", async () => {
  const { host } = merchant;
  const answer = await send('cashback.issue', { ...JSON_TYPE, host, 'sec-fetch-site': 'same-origin' });
  expect(outcomeOf(answer)).toEqual([404, 'not_found']);
  const crossed = await send('cashback.issue', { ...JSON_TYPE, origin: `http://${host}` });
  expect(outcomeOf(crossed)).toEqual([403, 'cross_origin']);
});
