import { Agent, request } from 'node:http';
import { domainToASCII } from 'node:url';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostResolver } from '../domains/resolve-host.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { insertMerchant } from '../test/money-app.ts';
import { startTlsAsk, type TlsAsk } from './tls-ask.ts';

const fixture = useDatabaseFixture();
const PLATFORM = 'clube.example.net';
const DOMAIN = domainToASCII('pão-doce.com.br');
let server: InProcessServer;
let ask: TlsAsk;
let slug: string;

beforeAll(async () => {
  const { merchantId, client } = await insertMerchant(fixture.owner);
  slug = client.merchant.signupLinkSlug;
  await fixture.owner.query(
    "UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified' WHERE id = $1",
    [merchantId, DOMAIN],
  );
  const waiting = await insertMerchant(fixture.owner);
  await fixture.owner.query(
    "UPDATE merchants SET custom_domain = 'espera.com.br', custom_domain_status = 'waiting' WHERE id = $1",
    [waiting.merchantId],
  );
  const env = { APP_ORIGIN: 'https://painel.example.com', PUBLIC_ORIGIN: `https://${PLATFORM}` };
  server = await startInProcessServer(fixture.database.appUrl, { env });
  ask = await startTlsAsk(server.app.hosts, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await ask?.close();
  await server?.close();
});

async function status(
  address: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const response = await fetch(new URL(address, ask.url), { method, headers });
  expect(await response.text()).toBe('');
  return response.status;
}

const about = (domain: string) => status(`/ask?domain=${encodeURIComponent(domain)}`);

test('our names are known, in every spelling', async () => {
  const own = [
    'painel.example.com',
    PLATFORM,
    `${slug}.${PLATFORM}`,
    `${slug.toUpperCase()}.${PLATFORM}.`,
    DOMAIN,
    `${DOMAIN.toUpperCase()}.`,
    'pão-doce.com.br',
    'PÃO-DOCE.com.br',
    'pão-doce。com。br',
  ];
  for (const name of own) expect(await about(name), name).toBe(200);
});

test('other names are refused: strangers’, waiting claims, look-alikes, parts, and invalid names', async () => {
  const strangers = [
    'evil.example',
    'espera.com.br',
    `nobody.${PLATFORM}`,
    `www.${slug}.${PLATFORM}`,
    `www.${DOMAIN}`,
    `www.${PLATFORM}`,
    'example.net',
    // A Cyrillic letter in place of a Latin one.
    `p\u0430o-doce.com.br`,
    `club\u0435.example.net`,
    '',
    '.',
    '127.0.0.1',
    '[::1]',
    `${PLATFORM}:443`,
    `${PLATFORM}/x`,
    `${PLATFORM}/../evil.example`,
    `user@${PLATFORM}`,
    `${PLATFORM}%00`,
    `${PLATFORM}\u0000`,
    `${PLATFORM} `,
    `*.${PLATFORM}`,
    `${'a'.repeat(300)}.${PLATFORM}`,
    `${PLATFORM}..`,
  ];
  for (const name of strangers) expect(await about(name), JSON.stringify(name)).toBe(403);
});

test('a question without a name, or with two, is refused', async () => {
  const query = `domain=${PLATFORM}`;
  expect(await status('/ask')).toBe(403);
  expect(await status(`/ask?${query}&domain=evil.example`)).toBe(403);
  expect(await status(`/ask?${query}&${query}`)).toBe(403);
  expect(await status(`/ask?name=${PLATFORM}`)).toBe(403);
});

test('all other paths and methods are refused', async () => {
  const query = `?domain=${PLATFORM}`;
  for (const path of ['/', '/ask/', '/ASK', '/healthz', '/trpc/auth.session', '/ask%2f'])
    expect(await status(path + query), path).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
    expect(await status(`/ask${query}`, { method }), method).toBe(405);
});

test('a proxied request, which may come from outside, is refused', async () => {
  const address = `/ask?domain=${PLATFORM}`;
  for (const name of [
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded-Port',
    'Forwarded',
    'Via',
    'X-Real-IP',
  ])
    expect(await status(address, { headers: { [name]: '203.0.113.7' } }), name).toBe(403);
  expect(await status(address, { headers: { 'user-agent': 'Caddy' } })).toBe(200);
});

test('before the names are loaded the answer is 503, and no name is refused', async () => {
  const resolver = createHostResolver(server.app);
  const early = await startTlsAsk(resolver, { port: 0, host: '127.0.0.1' });
  const asked = async (domain: string) => (await fetch(`${early.url}?domain=${domain}`)).status;
  expect(await asked(DOMAIN)).toBe(503);
  expect(await asked(PLATFORM)).toBe(200);
  await resolver.start();
  expect(await asked(DOMAIN)).toBe(200);
  expect(await asked('evil.example')).toBe(403);
  await resolver.stop();
  await early.close();
});

test('strangers’ names cost no query', async () => {
  const queries: unknown[] = [];
  const watching = {
    ...server.app,
    tenancy: {
      ...server.app.tenancy,
      lookup: ((statement, values) => {
        queries.push(statement.name);
        return server.app.tenancy.lookup(statement, values);
      }) as typeof server.app.tenancy.lookup,
    },
  };
  const resolver = createHostResolver(watching);
  await resolver.start();
  queries.length = 0;
  const own = await startTlsAsk(resolver, { port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let number = 0; number < 200; number += 1) {
    const name = number % 2 === 0 ? DOMAIN : `stranger-${number}.example`;
    const code = await new Promise<number | undefined>((resolve, reject) => {
      request(`${own.url}?domain=${name}`, { agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      })
        .once('error', reject)
        .end();
    });
    expect(code).toBe(number % 2 === 0 ? 200 : 403);
  }
  agent.destroy();
  await own.close();
  await resolver.stop();
  expect(queries.filter((name) => name !== 'list_host_names')).toEqual([]);
});
