import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { findFreePort } from 'processes/server-process';
import { type OutageDatabase, startOutageDatabase } from 'testing/outage-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import { insertMerchant } from './money-app.ts';
import { APP, type Front, PLATFORM, startFront } from './tls-front.ts';

/** deploy/Caddyfile in front of the API, with Caddy's internal authority in place of a public one. */

const DOMAIN = 'cashback.padaria.com.br';
const LATER_DOMAIN = 'xn--caf-dma.com.br';

const RELEASE = 'mfe-customer/0123456789ab';

let database: OutageDatabase;
let api: ApiProcess;
let relay: Server;
let echo: Server;
/** Requests that reached it, health checks aside. */
const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
/** Statuses with which the API answered each name that Caddy asked about. */
const answers = new Map<string, number[]>();
let slugs: string[];
let releases: string;
/** Further fronts, to be stopped at the end. */
const others: Front[] = [];
let front: Front;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Passes Caddy's questions on unchanged, and records the answers. */
async function startRelay(askPort: number): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const asking = httpRequest({ host: '127.0.0.1', port: askPort, path: url, method, headers }, (answer) => {
      const name = new URL(url, 'http://front').searchParams.get('domain') ?? '';
      answers.set(name, [...(answers.get(name) ?? []), answer.statusCode ?? 0]);
      outgoing.writeHead(answer.statusCode ?? 500);
      answer.pipe(outgoing);
    });
    asking.on('error', () => outgoing.destroy());
    asking.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

interface Page {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
  names: string;
}

/** Starts a server in the place of the API, to see what the front sends there. */
async function startEcho(): Promise<Server> {
  const server = createServer(({ url, headers }, outgoing) => {
    if (url !== '/healthz') seen.push({ url, headers });
    outgoing.end('echo');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A folder of releases with one in it. */
function makeReleases(): string {
  const root = mkdtempSync(join(tmpdir(), 'cashback-releases-'));
  const release = join(root, RELEASE);
  mkdirSync(release, { recursive: true });
  writeFileSync(join(root, 'remotes.json'), 'pointers');
  for (const [name, text] of [
    ['main.js', 'plain'],
    ['main.js.br', 'pressed'],
    ['main.js.map', 'sources'],
    ['release.json', 'about it'],
  ] as const)
    writeFileSync(join(release, name), text);
  return root;
}

/**
 * Requests over a connection of its own, whose certificate must be valid for the name and come from the
 * front's authority.
 */
function get(
  name: string,
  path = '/',
  { headers = {}, of = front }: { headers?: Record<string, string>; of?: Front } = {},
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const asking = httpsRequest(
      {
        host: '127.0.0.1',
        port: of.httpsPort,
        servername: name,
        ca: of.authority,
        agent: false,
        path,
        headers: { host: name, ...headers },
      },
      async (response) => {
        const { subjectaltname = '' } = (response.socket as TLSSocket).getPeerCertificate();
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers, names: subjectaltname });
      },
    );
    asking.setTimeout(10_000, () => asking.destroy(new Error('no answer')));
    asking.once('error', reject);
    asking.end();
  });
}

const signupPage = (slug: string) =>
  `/trpc/customers.signupLink?input=${encodeURIComponent(JSON.stringify({ slug }))}`;

beforeAll(async () => {
  database = await startOutageDatabase();
  const merchants = [await insertMerchant(database.owner), await insertMerchant(database.owner)];
  slugs = merchants.map(({ client }) => client.merchant.signupLinkSlug);
  for (const [index, domain] of [DOMAIN, LATER_DOMAIN].entries())
    await database.owner.query(
      "UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified' WHERE id = $1",
      [merchants[index]?.merchantId, domain],
    );
  const askPort = await findFreePort();
  api = await startApiProcess({
    databaseUrl: database.appUrl,
    extraEnv: {
      APP_ORIGIN: `https://${APP}`,
      PUBLIC_ORIGIN: `https://${PLATFORM}`,
      TLS_ASK_PORT: String(askPort),
    },
  });
  relay = await startRelay(askPort);
  echo = await startEcho();
  releases = makeReleases();
  front = await startFront(new URL(api.url).host, `http://127.0.0.1:${portOf(relay)}/ask`);
}, 90_000);

afterAll(async () => {
  for (const each of [front, ...others]) await each?.stop();
  relay?.close();
  echo?.close();
  await api?.kill();
  await database?.discard();
  if (releases) rmSync(releases, { recursive: true, force: true });
}, 30_000);

test('the platform, a merchant’s name under it and its verified domain have a certificate and the page', async () => {
  for (const name of [PLATFORM, `${slugs[0]}.${PLATFORM}`, DOMAIN]) {
    const page = await get(name, signupPage(slugs[0] ?? ''));
    expect([name, page.status]).toEqual([name, 200]);
    expect(JSON.parse(page.text).result.data.merchantName).toBe(slugs[0]);
    expect(page.names).toContain(`DNS:${name}`);
    expect(page.headers.server).toBeUndefined();
    expect(page.headers['strict-transport-security']).toBeDefined();
  }
  expect((await get(APP, '/trpc/auth.session')).status).toBe(200);
  // Asked once; afterwards the certificate is there.
  expect(answers.get(DOMAIN)).toEqual([200]);
  expect(
    (await get(DOMAIN, signupPage(slugs[1] ?? ''))).status,
    'another merchant does not exist there',
  ).toBe(404);
});

const STRANGERS = ['evil.example', `nobody.${PLATFORM}`, `www.${DOMAIN}`, `a.b.${PLATFORM}`];

async function expectRefused(names: string[]): Promise<void> {
  for (const name of names) {
    await expect(get(name), name).rejects.toThrow(/alert internal error|ECONNRESET|handshake/i);
    // A certificate for a.b.{platform} is one more label than the wildcard has; whatever site it falls to, it
    // is asked about.
    expect(new Set(answers.get(name)), name).toEqual(new Set([403]));
  }
}

test('an unknown name gets no certificate: the handshake fails, and the answer was 403', async () => {
  await expectRefused(STRANGERS);
});

test('http leads to https on the same host, and reaches nothing else', async () => {
  const answer = await new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    httpRequest(
      { host: '127.0.0.1', port: front.httpPort, path: '/customer/x?y=1', headers: { host: DOMAIN } },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      },
    )
      .once('error', reject)
      .end();
  });
  expect(answer).toEqual({ status: 308, location: `https://${DOMAIN}/customer/x?y=1` });
});

test('what a client says about hosts and addresses does not reach the API', async () => {
  const other = await startFront(`127.0.0.1:${portOf(echo)}`, `http://127.0.0.1:${portOf(relay)}/ask`);
  others.push(other);
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'gopher',
    'x-real-ip': '203.0.113.9',
    'x-request-id': 'mine',
    forwarded: 'host=evil.example;for=203.0.113.9',
  };
  await get(PLATFORM, '/x', { headers, of: other });
  expect(seen).toHaveLength(1);
  expect(seen[0]?.headers).toMatchObject({
    host: PLATFORM,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(JSON.stringify(seen)).not.toMatch(/evil|203\.0\.113\.9|gopher/);
  // A certificate for one name is no way to ask for another.
  const elsewhere = await get(PLATFORM, '/trpc/auth.session', { headers: { host: 'evil.example' } });
  expect(elsewhere.status).toBe(404);
});

test('a release’s files come from the folder as the API would send them; all else of it is asked of the API', async () => {
  const other = await startFront(`127.0.0.1:${portOf(echo)}`, `http://127.0.0.1:${portOf(relay)}/ask`, {
    RELEASED: 'released-from-folder',
    RELEASES_ROOT: releases,
  });
  others.push(other);
  seen.length = 0;
  const pressed = await get(PLATFORM, `/remotes/${RELEASE}/main.js`, {
    headers: { 'accept-encoding': 'br' },
    of: other,
  });
  expect(pressed).toMatchObject({ status: 200, text: 'pressed' });
  expect(pressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/^text\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    vary: 'Accept-Encoding',
  });
  expect((await get(PLATFORM, `/remotes/${RELEASE}/main.js`, { of: other })).text).toBe('plain');
  expect(seen).toEqual([]);
  const asked = [
    `/remotes/${RELEASE}/missing.js`,
    `/remotes/${RELEASE}/main.js.map`,
    `/remotes/${RELEASE}/release.json`,
    `/remotes/${RELEASE}/..%2f..%2fremotes.json`,
    '/remotes.json',
    '/remotes/remotes.json',
  ];
  for (const path of asked) expect((await get(PLATFORM, path, { of: other })).text, path).toBe('echo');
  expect(seen.map(({ url }) => url)).toEqual(asked);
});

test('with PostgreSQL stopped a merchant that never had one gets its certificate, and strangers still get none', async () => {
  await database.server.stop('immediate');
  for (const name of [LATER_DOMAIN, `${slugs[1]}.${PLATFORM}`]) {
    expect(answers.get(name)).toBeUndefined();
    const page = await get(name, '/trpc/no.such');
    expect([name, page.status, JSON.parse(page.text).error.data.refusal]).toEqual([name, 404, 'not_found']);
    expect(page.names).toContain(`DNS:${name}`);
    expect(answers.get(name)).toEqual([200]);
  }
  await expectRefused([...STRANGERS, 'evil2.example', `nobody2.${PLATFORM}`]);
  expect((await get(DOMAIN, signupPage(slugs[0] ?? ''))).status).toBe(503);
});
