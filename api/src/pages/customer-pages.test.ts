import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FirstPaint, FirstPaintScreen, MarkupPiece } from 'domain/first-paint';
import type { PageContext } from 'domain/page-context';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { createRawClient, type RawAnswer } from 'testing/raw-client';
import { freshPhone, type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { createServer } from '../server.ts';
import { readTestEnvironment } from '../test/read-test-environment.ts';

/** Every slot there is, once as text and once in an attribute. */
const PIECES: MarkupPiece[] = [
  '<main',
  { slot: 'brand' },
  '><img src="',
  { slot: 'logoUrl' },
  '"><i>',
  { slot: 'initial' },
  '</i><h1>',
  { slot: 'name' },
  '</h1><p>',
  { slot: 'programName' },
  '|',
  { slot: 'rate' },
  '|',
  { slot: 'phone' },
  '</p></main>',
];
const screen = (standsAlone: boolean): FirstPaintScreen => ({
  css: 'main{color:red}',
  script: 'window.early=1',
  standsAlone,
  markup: {
    merchantWithLogo: PIECES,
    merchant: ['<b>', { slot: 'name' }, '</b><s', { slot: 'brand' }, '></s>'],
    noMerchant: ['<b>ninguém</b>'],
  },
});
const FIRST_PAINT: FirstPaint = {
  cashback: screen(true),
  redemption: screen(true),
  dashboard: screen(false),
  signup: screen(false),
};
const LOGO = 'https://lojas.example/logo.png';
const SHELL = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Volta</title>
<link rel="preload" href="/remotes.json" as="fetch" crossorigin><script defer src="/assets/main.js"></script>
<link href="/assets/main.css" rel="stylesheet"></head><body><div id="root"></div><noscript>Precisa</noscript></body></html>`;

interface TestServer {
  client: HttpClient;
  ask(address: string, headers?: Record<string, string>): Promise<RawAnswer>;
  askForBytes(address: string, encoding: string): Promise<{ encoding: string | null; bytes: Buffer }>;
  close(): Promise<void>;
}

const fixture = useDatabaseFixture();
let server: TestServer;
let older: TestServer;
let merchant: SignedInMerchant;

/**
 * The real server, over front ends that a test can tell apart; with `firstPaint` null the remote's are from
 * before it.
 */
async function startServer(firstPaint: FirstPaint | null): Promise<TestServer> {
  const root = mkdtempSync(join(tmpdir(), 'front-ends-'));
  for (const folder of [
    'shell/dist/assets',
    'mfe-customer/dist',
    'mfe-backoffice/dist',
    'mfe-analytics/dist',
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'shell/dist/index.html'), SHELL);
  if (firstPaint) {
    writeFileSync(join(root, 'mfe-customer/dist/first-paint.json'), JSON.stringify(firstPaint));
  }
  const env = readTestEnvironment(fixture.database.appUrl, {
    TRUST_PROXY: 'loopback',
    DNS_SERVERS: '127.0.0.1:9',
    PORT: '0',
  });
  const { app, isReady, close } = await createApp(env);
  const fastify = await createServer(app, isReady, root);
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const client = createHttpClient(url);
  const raw = createRawClient(url);
  return {
    client,
    ask: (address, headers) =>
      raw.ask(address, { headers: { host: 'localhost', accept: 'text/html', ...headers } }),
    async askForBytes(address, encoding) {
      const answer = await fastify.inject({
        url: address,
        headers: { host: 'localhost', accept: 'text/html', 'accept-encoding': encoding },
      });
      return {
        encoding: (answer.headers['content-encoding'] as string | undefined) ?? null,
        bytes: answer.rawPayload,
      };
    },
    async close() {
      client.close();
      raw.close();
      const closed = fastify.close();
      fastify.server.closeAllConnections();
      await closed;
      await close();
      rmSync(root, { recursive: true });
    },
  };
}

beforeAll(async () => {
  [server, older] = await Promise.all([startServer(FIRST_PAINT), startServer(null)]);
});
beforeEach(async () => {
  merchant = await signUpMerchant(server.client, { name: 'Padaria Pão & "Cia" 🥐' });
});
afterAll(() => Promise.all([server?.close(), older?.close()]));

async function cashbackPath(merchant: SignedInMerchant): Promise<string> {
  const purchase = { operationId: crypto.randomUUID(), phone: freshPhone(), amountCents: 10_000 };
  const { data } = await server.client.call('cashback.issue', purchase, { cookie: merchant.cookie });
  return new URL(data.link).pathname;
}

const change = (column: string, value: string | null) =>
  fixture.owner.query(`UPDATE merchants SET ${column} = $2 WHERE id = $1`, [merchant.id, value]);

function contextOf({ text }: RawAnswer): PageContext {
  return JSON.parse(/id="page-context">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
}

/** The content of #first-paint, as a browser reads it. */
const paintOf = ({ text }: RawAnswer) =>
  /<div id="first-paint"[^>]*>(.*)<\/div><div id="root">/s.exec(text)?.[1];

describe('the page a QR code opens', () => {
  test('holds its merchant, and asks for nothing of the application by itself', async () => {
    const answer = await server.ask(await cashbackPath(merchant));
    expect(answer.status).toBe(200);
    expect(paintOf(answer)).toBe('<b>Padaria Pão &amp; &quot;Cia&quot; 🥐</b><s></s>');
    expect(answer.text).toContain('<div id="first-paint" data-stands-alone>');
    const [asked, waiting] = answer.text.split('<template id="application">');
    expect(asked).not.toMatch(/<script[^>]* src=|rel="(?:stylesheet|preload|manifest)"/);
    expect(answer.headers.link).toBeUndefined();
    for (const later of ['/assets/main.js', '/assets/main.css', 'remoteEntry.js', 'manifest']) {
      expect(waiting).toContain(later);
    }
    expect(answer.text.match(/<title>/g)).toHaveLength(1);
    expect(answer.text).not.toContain('Precisa');
  });

  test('runs its script before anything else is read, and that call is never cached', async () => {
    const { text, headers } = await server.ask(await cashbackPath(merchant));
    expect(text.indexOf('window.early=1')).toBeGreaterThan(0);
    expect(text.indexOf('window.early=1')).toBeLessThan(text.indexOf('main{color:red}'));
    expect(headers['cache-control']).toBe('no-store');
  });

  test('of an unknown or malformed token names no merchant', async () => {
    for (const token of ['CASHBACK_AAAAAAAAAAAAAAAAAAAAAAAAAAA', '<b>\'"', '%00']) {
      const answer = await server.ask(`/customer/cashback/${token}`);
      expect(answer.status).toBe(200);
      expect(paintOf(answer)).toBe('<b>ninguém</b>');
      expect(contextOf(answer)).toEqual({ merchant: null, tags: null, appOrigin: expect.any(String) });
      expect(answer.text).not.toContain('<b>&#39;');
    }
  });

  test("with another merchant's token speaks for the host's merchant, and the call says it is invalid", async () => {
    const other = await signUpMerchant(server.client);
    const path = await cashbackPath(other);
    const host = `${merchant.slug}.localhost`;
    const answer = await server.ask(path, { host });
    expect(contextOf(answer).merchant?.id).toBe(merchant.id);
    expect(answer.text).not.toContain(other.id);
    expect(answer.text).not.toContain(other.name);
    const refused = await server.client.call(
      'cashback.confirm',
      { token: path.split('/').pop() },
      { host, ip: freshIp() },
    );
    expect(refused.error?.message).toBe('QR Code inválido ou expirado');
  });

  test('is the same on the platform’s host and on the merchant’s own, whatever capitals its address has', async () => {
    const path = await cashbackPath(merchant);
    const pages = [
      await server.ask(path),
      await server.ask(path, { host: `${merchant.slug}.localhost` }),
      await server.ask(path.replace('/customer/cashback', '/Customer/CASHBACK')),
      // The bare address of a page with tags, whose token only the tab knows.
      await server.ask('/customer/cashback', { host: `${merchant.slug}.localhost` }),
    ];
    for (const page of pages) expect(paintOf(page)).toBe(paintOf(pages[0] as RawAnswer));
  });
});

describe('a merchant’s tags', () => {
  beforeEach(() => change('gtm_id', 'GTM-ABC1234'));

  /** Whether the page on the merchant's own host names the tags; its policy has to say the same. */
  async function hasTags(address: string): Promise<boolean> {
    const answer = await server.ask(address, { host: `${merchant.slug}.localhost` });
    const named = contextOf(answer).tags !== null;
    expect(String(answer.headers['content-security-policy']).includes('strict-dynamic')).toBe(named);
    return named;
  }
  const open = () => [`/signup/${merchant.slug}`, '/customer/cashback'];
  const asking = [
    '/customer/dashboard/11987654321',
    '/customer/dashboard',
    '/customer/redemption',
    '/customer',
  ];

  test('run on no page about a customer’s data, which is stored nowhere', async () => {
    for (const address of [...open(), ...asking])
      expect([address, await hasTags(address)]).toEqual([address, true]);
    for (const address of [`/meus-dados/${merchant.slug}`, `/Meus-Dados/${merchant.slug}/?x`]) {
      expect(await hasTags(address)).toBe(false);
      const { headers } = await server.ask(address);
      expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
    }
  });

  test.each([
    ['statement_protected', 'true'],
    ['redemption_proof', 'always'],
  ])('run on no page that may ask for a PIN or code: %s', async (column, value) => {
    await change(column, value);
    for (const address of open()) expect([address, await hasTags(address)]).toEqual([address, true]);
    for (const address of asking) expect([address, await hasTags(address)]).toEqual([address, false]);
  });
});

describe('what a merchant wrote', () => {
  test('is text in the markup and data in the block, and ends neither', async () => {
    const hostile = `</script></template><img src=x onerror=alert(1)>'"&\u2028 🥐`;
    await fixture.owner.query(
      'UPDATE merchants SET name = $2, program_name = $2, logo_url = $3 WHERE id = $1',
      [merchant.id, hostile, LOGO],
    );
    for (const path of [await cashbackPath(merchant), `/signup/${merchant.slug}`]) {
      const answer = await server.ask(path);
      expect(contextOf(answer).merchant?.name).toBe(hostile);
      expect(answer.text).not.toContain('<img src=x');
      expect(answer.text.match(/<\/template>/g) ?? []).toHaveLength(path.startsWith('/signup') ? 0 : 1);
      expect(paintOf(answer)).toContain(
        '<i>&lt;</i><h1>&lt;/script&gt;&lt;/template&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;\u2028 🥐</h1>',
      );
    }
  });
});

describe('the nonce', () => {
  test('is fresh in each answer, is the header’s, and is on every script and on nothing that was in the markup', async () => {
    const path = await cashbackPath(merchant);
    const nonces = new Set<string>();
    for (const address of [path, path, `/signup/${merchant.slug}`, '/customer/dashboard/11987654321']) {
      const { text, headers } = await server.ask(address);
      const [, nonce = ''] =
        /script-src 'nonce-([^']+)'/.exec(headers['content-security-policy'] as string) ?? [];
      nonces.add(nonce);
      const scripts = [...text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
      expect(scripts.filter((each) => !each.includes('application/json')).length).toBeGreaterThan(1);
      for (const attributes of scripts) {
        if (!attributes.includes('application/json')) expect(attributes).toContain(`nonce="${nonce}"`);
      }
      expect(text).not.toContain('\ue00f');
    }
    expect(nonces.size).toBe(4);
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
  });
});

describe('pages that wait for the application', () => {
  test('bring its tags along, at their end, so that nothing of it holds up what is shown first', async () => {
    const { text } = await server.ask(`/signup/${merchant.slug}`);
    expect(text).not.toContain('data-stands-alone');
    expect(text).not.toContain('<template');
    expect(text.indexOf('/assets/main.css')).toBeGreaterThan(text.indexOf('<div id="root">'));
    expect(text).toMatch(/<script nonce="[^"]+" defer src="\/assets\/main\.js">/);
    expect(paintOf({ text } as RawAnswer)).toContain('<b>Padaria');
  });

  test('show the phone that was asked for as a phone, never as markup', async () => {
    await change('logo_url', LOGO);
    const page = await server.ask(`/customer/dashboard/11987654321?loja=${merchant.slug}`);
    expect(paintOf(page)).toContain('|5%|(11) 98765-4321</p>');
    const odd = await server.ask(`/customer/dashboard/%3Cimg%20src=x%3E?loja=${merchant.slug}`);
    expect(odd.text).not.toContain('<img src=x');
  });
});

test('the page is sent as small as the browser takes it', async () => {
  const path = await cashbackPath(merchant);
  const plain = await server.askForBytes(path, 'identity');
  expect(plain.encoding).toBeNull();
  const brotli = await server.askForBytes(path, 'gzip, deflate, br, zstd');
  expect(brotli.encoding).toBe('br');
  expect(brotliDecompressSync(brotli.bytes).toString()).toContain('window.early=1');
  const gzip = await server.askForBytes(path, 'gzip, br;q=0');
  expect(gzip.encoding).toBe('gzip');
  expect(gunzipSync(gzip.bytes).toString()).toContain('window.early=1');
});

test('over a remote from before its first paint the page is the shell’s, with its merchant in it', async () => {
  const answer = await older.ask(await cashbackPath(merchant));
  expect(contextOf(answer).merchant?.id).toBe(merchant.id);
  expect(answer.text).toContain('<body><div id="root"></div>');
  expect(answer.text).not.toContain('first-paint');
  expect(answer.text).toMatch(/<script nonce="[^"]+" defer src="\/assets\/main\.js">/);
  expect(answer.headers.link).toContain('remoteEntry.js');
});
