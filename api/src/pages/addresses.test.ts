import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCREENS } from 'domain/screens';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createReleaseFixture, type ReleaseFixture } from '../test/release-fixture.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';

const OPERATOR_TOKEN = 'only the platform of the tests has it';
const fixture = useDatabaseFixture();
let frontEnds: ReleaseFixture;
let server: InProcessServer;
let merchant: Merchant;

beforeAll(async () => {
  frontEnds = createReleaseFixture();
  mkdirSync(join(frontEnds.root, 'shell/dist/assets'), { recursive: true });
  writeFileSync(join(frontEnds.root, 'shell/dist/assets/main.js'), 'start()');
  const env = {
    APP_ORIGIN: 'http://painel.example.com',
    PUBLIC_ORIGIN: 'http://clube.example.net',
    SECURITY_CONTACT: 'seguranca@example.com',
    OPERATOR_TOKEN,
  };
  server = await startInProcessServer(fixture.database.appUrl, { env, root: frontEnds.root });
  merchant = await createMerchant(server.app, fixture.owner);
});
afterAll(async () => {
  await server?.close();
  frontEnds?.remove();
});

const EMPLOYEES = 'painel.example.com';
const CUSTOMERS = 'clube.example.net';
const ask = (address: string, host = EMPLOYEES, method = 'GET', headers = {}) =>
  server.ask(address, { method, headers: { host, ...headers } });
/** A browser's own. */
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const ADDRESSES: [address: string, host: string, status: number, headers?: Record<string, string>][] = [
  ['/login', EMPLOYEES, 200],
  ['/dashboard', EMPLOYEES, 200],
  ['/login', CUSTOMERS, 302],
  ['/', EMPLOYEES, 200],
  ['/', CUSTOMERS, 200],
  ['/customer', CUSTOMERS, 200],
  ['/customer?utm_source=x', CUSTOMERS, 200],
  ['/customer', EMPLOYEES, 302],
  ['/robots.txt', EMPLOYEES, 200],
  ['/robots.txt', CUSTOMERS, 200],
  ['/favicon.ico', EMPLOYEES, 302],
  ['/apple-touch-icon.png', CUSTOMERS, 302],
  ['/customer/dashboard/11987654321', CUSTOMERS, 200],
  ['/customer/cashback/CASHBACK_x', CUSTOMERS, 200],
  ['/signup/nobody', CUSTOMERS, 200],
  ['/assets/main.js', EMPLOYEES, 200],
  ['/assets/none.js', EMPLOYEES, 404],
  ['/remotes/mfe-customer/remoteEntry.js', EMPLOYEES, 200],
  ['/remotes.json', EMPLOYEES, 200],
  ['/customer/service-worker.js', CUSTOMERS, 200],
  ['/customer/manifest.webmanifest', CUSTOMERS, 200],
  ['/api/v1/openapi.json', EMPLOYEES, 200],
  ['/.well-known/security.txt', EMPLOYEES, 200],
  ['/healthz', EMPLOYEES, 200],
  ['/readyz', EMPLOYEES, 200],
  ['/ledgerz', EMPLOYEES, 503, { authorization: `Bearer ${OPERATOR_TOKEN}` }],
  ['/ledgerz', EMPLOYEES, 404],
  ['/.git/config', EMPLOYEES, 404],
  ['/login', 'nobody.example.org', 404],
];

test.each(ADDRESSES)(
  'HEAD %s on %s answers as GET, without a body',
  async (address, host, status, headers) => {
    const shown = await ask(address, host, 'GET', headers);
    const head = await ask(address, host, 'HEAD', headers);
    expect([shown.status, head.status], shown.text).toEqual([status, status]);
    expect(head.text).toBe('');
    // Each page has a nonce of its own, and a redirect no length to tell of.
    const kept = ({ headers: all }: typeof head) => {
      const {
        date,
        'x-request-id': id,
        'transfer-encoding': chunks,
        'content-security-policy': policy,
        ...rest
      } = all;
      if (status === 302) delete rest['content-length'];
      return { ...rest, policy: String(policy).replace(/'nonce-[^']+'/, '') };
    };
    expect(kept(head)).toEqual(kept(shown));
  },
);

describe('an address that no screen has is 404 with the page', () => {
  const NOWHERE = [
    '/.git/config',
    '/.git/HEAD',
    '/wp-admin/',
    '/r/abc',
    '/nothing?next=/login',
    '/dashboard/more',
    '/reports/nothing',
    '/customers/0f/more',
    '/customer/nothing/x',
    '/customer/cashback/x/y',
    '/signup/padaria/more',
    '//login',
    '/ledgerz',
  ];

  test.each(NOWHERE)('%s', async (address) => {
    for (const host of [
      EMPLOYEES,
      CUSTOMERS,
      merchant.host.replace('localhost', CUSTOMERS),
      merchant.customDomain,
    ]) {
      const answer = await ask(address, host, 'GET', HTML);
      expect([answer.status, answer.headers['content-type']], host).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.text).toContain('<div id="root">');
      expect(answer.text).not.toContain(merchant.merchantId);
    }
  });

  test.each(['/.env', '/wp-login.php', '/backup.zip', '/customer/favicon.ico'])(
    '%s, in plain words',
    async (address) => {
      const answer = await ask(address, EMPLOYEES, 'GET', HTML);
      expect([answer.status, answer.text]).toEqual([404, 'Não encontrado']);
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('and no page answers to %s', async (method) => {
    expect((await ask('/login', EMPLOYEES, method, HTML)).status).toBeGreaterThanOrEqual(400);
  });
});

test('every screen there is is a page on the host that serves it', async () => {
  for (const [owner, paths] of Object.entries(SCREENS))
    for (const path of paths) {
      const host = owner === 'mfe_customer' ? CUSTOMERS : EMPLOYEES;
      const answer = await ask(path.replace(/:\w+/, 'x'), host, 'GET', HTML);
      expect([answer.status, answer.headers['content-type']], path).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
});

describe('files under fixed names', () => {
  const robots = async (host: string) => (await ask('/robots.txt', host)).text;

  test('robots.txt welcomes crawlers at the entrances and signup links, and nowhere else', async () => {
    /** The longest matching rule counts; what no rule matches is allowed. */
    const isAllowed = (text: string, path: string) => {
      const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, verb, prefix = '']) => ({
        verb,
        prefix,
      }));
      const matching = rules.filter(({ prefix }) =>
        prefix.endsWith('$') ? path === prefix.slice(0, -1) : path.startsWith(prefix),
      );
      return matching.sort((one, other) => other.prefix.length - one.prefix.length)[0]?.verb !== 'Disallow';
    };
    for (const host of [EMPLOYEES, CUSTOMERS, merchant.customDomain]) {
      const text = await robots(host);
      for (const path of ['/login', '/signup', '/signup/padaria', '/media/previews/x.png', '/assets/main.js'])
        expect(isAllowed(text, path), path).toBe(true);
      for (const path of [
        '/',
        '/customer',
        '/customer/dashboard/11987654321',
        '/dashboard',
        '/trpc/x',
        '/api/v1',
      ])
        expect(isAllowed(text, path), path).toBe(false);
    }
  });

  test.each(['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])(
    "%s leads to an icon: the product's, on a merchant's own host the merchant's",
    async (path) => {
      await fixture.owner.query(`UPDATE merchants SET brand_color = '#b3261e' WHERE id = $1`, [
        merchant.merchantId,
      ]);
      for (const host of [EMPLOYEES, CUSTOMERS])
        expect((await ask(path, host)).headers.location).toMatch(/^\/assets\/icon-[\w-]+\.png$/);
      const own = (await ask(path, merchant.customDomain)).headers.location;
      expect(own).toMatch(new RegExp(`^/media/icons/${merchant.merchantId}/b3261e-[\\w-]+\\.png$`));
      expect((await ask(String(own), merchant.customDomain)).status).toBe(200);
    },
  );
});
