import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../api/src/test/api-process.ts';
import { insertShop } from '../../api/src/test/money-app.ts';
import { type OutageDatabase, startOutageDatabase } from '../../api/src/test/outage-database.ts';

/** deploy/Caddyfile in front of the API, with Caddy's internal authority in place of a public one. */

const ROOT = join(import.meta.dirname, '../..');
const [APP, PLATFORM, DOMAIN] = ['painel.example.com', 'clube.example.net', 'cashback.padaria.com.br'];
const LATER_DOMAIN = 'xn--caf-dma.com.br';

let database: OutageDatabase;
let api: ApiProcess;
let relay: Server;
let echo: Server;
/** What the API answered to each name that Caddy asked about. */
const answers = new Map<string, number[]>();
let slugs: string[];
const fronts: Front[] = [];
let front: Front;

interface Front {
  httpsPort: number;
  httpPort: number;
  authority: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Passes Caddy's questions on, as they are, and writes down what was answered. */
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

async function startFront(upstream: string, askUrl: string): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'cashback-front-'));
  const [httpsPort, httpPort] = [await freePort(), await freePort()];
  const caddy: ChildProcess = spawn(
    process.env.CADDY_PATH ?? 'caddy',
    ['run', '--config', join(ROOT, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        APP_HOST: APP,
        PLATFORM_HOST: PLATFORM,
        ACME_EMAIL: 'nobody@example.com',
        HTTP_PORT: String(httpPort),
        HTTPS_PORT: String(httpsPort),
        API: upstream,
        TLS_ASK_URL: askUrl,
        CADDY_ADMIN: 'off',
        CADDY_EXTRA: 'local_certs\nskip_install_trust',
      },
    },
  );
  let output = '';
  let failure: Error | undefined;
  caddy.once('error', (error) => {
    failure = error;
  });
  caddy.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const root = join(folder, 'caddy/pki/authorities/local/root.crt');
  const stop = async () => {
    if (caddy.exitCode === null && caddy.pid !== undefined) {
      caddy.kill('SIGTERM');
      await once(caddy, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const started: Front = { httpsPort, httpPort, authority: '', stop };
  fronts.push(started);
  const isUp = () => {
    if (failure || caddy.exitCode !== null) throw new Error(`Caddy did not start: ${failure ?? output}`);
    return existsSync(root) && output.includes('serving initial configuration');
  };
  for (let waited = 0; !isUp(); waited += 50) {
    if (waited > 20_000) throw new Error(`Caddy does not get ready: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  started.authority = readFileSync(root, 'utf8');
  return started;
}

interface Page {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
  names: string;
}

/** Over a connection of its own, whose certificate must be good for the name and come from the front's authority. */
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
  const shops = [await insertShop(database.owner), await insertShop(database.owner)];
  slugs = shops.map(({ client }) => client.merchant.signupLinkSlug);
  for (const [index, domain] of [DOMAIN, LATER_DOMAIN].entries())
    await database.owner.query(
      "UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified' WHERE id = $1",
      [shops[index]?.merchantId, domain],
    );
  const askPort = await freePort();
  api = await startApiProcess({
    databaseUrl: database.appUrl,
    extraEnv: {
      APP_ORIGIN: `https://${APP}`,
      PUBLIC_ORIGIN: `https://${PLATFORM}`,
      TLS_ASK_PORT: String(askPort),
    },
  });
  relay = await startRelay(askPort);
  front = await startFront(new URL(api.url).host, `http://127.0.0.1:${portOf(relay)}/ask`);
}, 90_000);

afterAll(async () => {
  for (const each of fronts) await each.stop();
  relay?.close();
  echo?.close();
  await api?.kill();
  await database?.discard();
}, 30_000);

test('the platform, a shop’s name under it and its verified domain have a certificate and the page', async () => {
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
  expect((await get(DOMAIN, signupPage(slugs[1] ?? ''))).status, 'another shop is nobody there').toBe(404);
});

const STRANGERS = ['evil.example', `nobody.${PLATFORM}`, `www.${DOMAIN}`, `a.b.${PLATFORM}`];

async function expectRefused(names: string[]): Promise<void> {
  for (const name of names) {
    await expect(get(name), name).rejects.toThrow(/alert internal error|ECONNRESET|handshake/i);
    // A certificate for a.b.{platform} is one more label than the wildcard has; whatever site it falls to, it is asked about.
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
  const seen: IncomingHttpHeaders[] = [];
  echo = createServer((incoming, outgoing) => {
    if (incoming.url !== '/healthz') seen.push(incoming.headers);
    outgoing.end('ok');
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const other = await startFront(`127.0.0.1:${portOf(echo)}`, `http://127.0.0.1:${portOf(relay)}/ask`);
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'gopher',
    'x-real-ip': '203.0.113.9',
    forwarded: 'host=evil.example;for=203.0.113.9',
  };
  await get(PLATFORM, '/x', { headers, of: other });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    host: PLATFORM,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
  });
  expect(JSON.stringify(seen)).not.toMatch(/evil|203\.0\.113\.9|gopher/);
  // A certificate for one name is no way to ask for another.
  const elsewhere = await get(PLATFORM, '/trpc/auth.session', { headers: { host: 'evil.example' } });
  expect(elsewhere.status).toBe(404);
});

test('with PostgreSQL stopped a shop that never had one gets its certificate, and strangers still get none', async () => {
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
