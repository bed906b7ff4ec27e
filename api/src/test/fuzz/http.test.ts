import { once } from 'node:events';
import { connect } from 'node:net';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import fc from 'fast-check';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import type { RawRequest } from 'testing/raw-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REST_ROUTES } from '../../rest-routes.ts';
import { readRollups } from '../../rollups/read-rollups.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { PROCEDURES } from '../tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../tenant-fixture.ts';
import { TENANT_MATRIX } from '../tenant-matrix.ts';
import { fingerprint } from '../tenant-rows.ts';
import { expectDecent } from './oracle.ts';

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;
let other: Merchant;
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl);
  merchant = await createMerchant(server.app, owner);
  other = await createMerchant(server.app, owner);
  cookie = `session=${await openSession(server.app, merchant.staff.owner)}`;
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

const path = fc.constantFrom(
  ...PROCEDURES.map((procedure) => procedure.path),
  ...[
    '',
    'no.such',
    '__proto__',
    'constructor',
    'toString',
    'auth',
    'auth.',
    '.login',
    'auth.login.x',
    'auth.__proto__',
  ],
  ...[
    'auth/login',
    '..%2f..%2fhealthz',
    '%00',
    '%ZZ',
    '%',
    '%C0%80',
    '%ED%A0%80',
    'customers.find%20',
    '*',
    'a'.repeat(2_000),
  ],
);
const paths = fc.oneof(
  path,
  fc.array(path, { minLength: 2, maxLength: 12 }).map((each) => each.join(',')),
);
const restPath = fc.constantFrom(
  ...REST_ROUTES.map((route) => route.path),
  ...[
    '',
    '/',
    '//',
    '/openapi.json',
    '/purchases/',
    '/purchases/%00/reversals',
    '/purchases/%ZZ',
    '/__proto__',
  ],
);
const query = fc.constantFrom(
  ...[
    '',
    '?',
    '?batch=1',
    '?batch=0',
    '?batch=1&batch=1',
    '?batch[]=1',
    '?input',
    '?input=',
    '?input=%',
    '?input=%00',
  ],
  ...[
    '?input={',
    '?input=[]',
    '?input={}&input={}',
    '?input[a]=1',
    '?batch=1&input=null',
    '?batch=1&input={"0":{}}',
  ],
  ...[
    '?batch=1&input={"__proto__":{"id":1}}',
    '?batch=1&input=[{}]',
    '?connectionParams=1',
    '?connectionParams=1&input={}',
  ],
  ...[
    '?input={"id":"x"}&lastEventId=%00',
    '?lastEventId=1',
    `?input=${'9'.repeat(12_000)}`,
    '?%ZZ=1',
    '?input="%ED%A0%80"',
  ],
);
const contentType = fc.constantFrom(
  undefined,
  ...[
    'application/json',
    'Application/JSON; charset=utf-16',
    'application/json;',
    'application/jsonp',
    'application/json,text/plain',
  ],
  ...[
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/x-www-form-urlencoded',
    'x',
    '/',
    '; ;',
  ],
);
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    'null',
    '[]',
    '{',
    '"',
    '\u0000',
    '{"0":{}}',
    '[[[[[[',
    '{"a":1}{"a":1}',
    'a=1&b=2',
    '--x\r\n\r\n',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(`{"a":"${'x'.repeat(20_000)}"}`, '['.repeat(10_000), `{"0":${'9'.repeat(10_000)}}`),
);
const request = fc.record({
  address: fc.oneof(
    { weight: 6, arbitrary: fc.tuple(paths, query).map(([each, rest]) => `/trpc/${each}${rest}`) },
    { weight: 1, arbitrary: fc.tuple(restPath, query).map(([each, rest]) => `/api/v1${each}${rest}`) },
  ),
  method: fc.constantFrom(
    'GET',
    'GET',
    'POST',
    'POST',
    'PUT',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'PATCH',
    'TRACE',
    'PROPFIND',
  ),
  type: contentType,
  site: fc.constantFrom('same-origin', 'same-origin', 'cross-site', 'x', undefined),
  accept: fc.constantFrom(undefined, 'text/event-stream', '*/*', 'x', 'application/jsonl'),
  body,
});

/**
 * Procedures for which an empty body is a well-formed call, which rightly has an effect, such as logging out.
 */
const NEED_NO_INPUT = PROCEDURES.filter(
  (each) => each.type === 'mutation' && TENANT_MATRIX[each.path]?.input === undefined,
).map((each) => each.path);

/**
 * The session of the merchant that must stay as it is, or one of another merchant for calls that may change
 * something.
 */
async function cookieFor(address: string): Promise<string> {
  if (!NEED_NO_INPUT.some((each) => address.includes(each))) return cookie;
  return `session=${await openSession(server.app, other.staff.owner)}`;
}

const RUNS = process.env.TEST_LONG ? 250 : 20;
const AT_ONCE = 4;

/** All rows but the count of customers that a person was shown, which reading raises. */
async function stored(): Promise<object> {
  return { ...(await fingerprint(owner, merchant.merchantId)), customer_views: '' };
}

test(`${RUNS * AT_ONCE} odd requests (paths, batches, methods, types, bodies): never an error of ours, never a word from inside`, async () => {
  // A request that reads rollups applies recorded changes, which moves rows and changes no answer.
  await readRollups(server.app, merchant.merchantId, async () => undefined);
  const before = await stored();
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      await Promise.all(
        requests.map(async (each) => {
          const headers: Record<string, string> = {
            host: 'localhost',
            cookie: await cookieFor(each.address),
            'x-forwarded-for': freshIp(),
          };
          if (each.type !== undefined) headers['content-type'] = each.type;
          if (each.site !== undefined) headers['sec-fetch-site'] = each.site;
          if (each.accept !== undefined) headers.accept = each.accept;
          const options: RawRequest = { method: each.method, headers };
          if (each.method !== 'GET' && each.method !== 'HEAD') options.body = each.body;
          const answer = await server.ask(encodeOdd(each.address), options);
          if (each.method !== 'TRACE' && each.method !== 'PROPFIND')
            expectDecent(answer, JSON.stringify(each));
          else expect(answer.status).toBeLessThan(500);
        }),
      );
    }),
    { numRuns: RUNS },
  );
  expect(await stored()).toEqual(before);
  expect((await server.ask('/readyz')).text).toBe('ready');
});

/** Escapes only the characters that node:http refuses to send; escaped ones stay as odd as they are. */
function encodeOdd(address: string): string {
  return address.replace(/[^\x21-\x7e]|["<>{}|\\^`]/g, (letter) => encodeURIComponent(letter));
}

const BYTES = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET /trpc/auth.session HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n',
  'GET http://evil.example/trpc/auth.session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'GET @evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'GET /trpc/\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /trpc/é HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'a=b; '.repeat(5_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'NOPE / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\nConnection: close\r\n\r\nZZ\r\n',
  'POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nExpect: 999\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  '\r\n\r\n\r\n',
];

test.each(BYTES)('bytes that are hardly HTTP get a refusal or nothing: %j', async (bytes) => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.end(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
  const [, content = ''] = text.split('\r\n\r\n');
  expectDecent({ status, text: content }, bytes);
  expect(merchant.canaries.filter((word) => text.includes(word))).toEqual([]);
  expect((await server.ask('/readyz')).text).toBe('ready');
});
