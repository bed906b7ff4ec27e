import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { OWN_PAGE } from 'testing/raw-client';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMerchant, type Merchant } from '../test/tenant-fixture.ts';
import { createSessionCookie } from './session-cookie.ts';

const TOKEN = 'A'.repeat(43);

describe('the cookie header', () => {
  const plain = createSessionCookie(false);
  const secure = createSessionCookie(true);

  test('is read under its own name only, in the shape of a token only', () => {
    expect(plain.read(`a=b; session=${TOKEN}; c=d`)).toBe(TOKEN);
    expect(secure.read(`session=${'B'.repeat(43)}; __Host-session=${TOKEN}`)).toBe(TOKEN);
    const strange = [
      undefined,
      '',
      'session',
      'session=',
      `session=${TOKEN}x`,
      `session="${TOKEN}"`,
      `SESSION=${TOKEN}`,
      `xsession=${TOKEN}`,
      `__Host-session=${TOKEN}`,
      `session=${'A'.repeat(42)}\u0000`,
      `session=' OR 1=1 --${'A'.repeat(32)}`,
    ];
    for (const header of strange) expect(plain.read(header), String(header)).toBeUndefined();
    expect(secure.read(`session=${TOKEN}`)).toBeUndefined();
  });

  test('is cleared with the attributes it was set with', () => {
    for (const cookie of [plain, secure]) {
      const [set, cleared] = [cookie.write(TOKEN), cookie.write(undefined)];
      expect(cleared).toContain('=; Max-Age=0;');
      const attributes = (header: string) => header.replace(/=[^;]*; Max-Age=\d+/, '');
      expect(attributes(cleared)).toBe(attributes(set));
    }
  });
});

describe('over HTTP', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let plain: InProcessServer;
  let secure: InProcessServer;
  let merchant: Merchant;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    plain = await startInProcessServer(database.appUrl);
    const env = { APP_ORIGIN: 'https://painel.example.com', PUBLIC_ORIGIN: 'https://clube.example.net' };
    secure = await startInProcessServer(database.appUrl, { env });
    merchant = await createMerchant(plain.app, owner);
  });

  afterAll(async () => {
    await plain?.close();
    await secure?.close();
    await owner?.end();
    await database?.drop();
  });

  async function logIn(server: InProcessServer, host: string): Promise<string> {
    const answer = await server.ask('/trpc/auth.login', {
      method: 'POST',
      headers: { ...OWN_PAGE, host, 'x-forwarded-for': freshIp() },
      body: JSON.stringify({ email: merchant.ownerEmail, password: TEST_PASSWORD }),
    });
    expect(answer.status, answer.text).toBe(200);
    const [header = '', device = '', ...others] = answer.headers['set-cookie'] ?? [];
    expect(others).toEqual([]);
    // The device cookie has the same attributes, under a name of its own.
    expect(device.replace(/device=[^;]*; Max-Age=\d+/, '')).toBe(
      header.replace(/session=[^;]*; Max-Age=\d+/, ''),
    );
    expect(device).toMatch(/device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000;/);
    // The token is in the cookie alone, which scripts cannot read.
    expect(answer.text).not.toContain(/=([\w-]{43});/.exec(header)?.[1] ?? '?');
    return header;
  }

  test('https: pinned to the host, Secure, HttpOnly, SameSite=Lax, for every path, without a Domain', async () => {
    expect(await logIn(secure, 'painel.example.com')).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('http on a developer’s machine: the same without the prefix and Secure', async () => {
    expect(await logIn(plain, 'localhost')).toMatch(
      /^session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('a cookie without the prefix, which a sibling host could have planted, does not sign in over https', async () => {
    const token = /=([\w-]{43});/.exec(await logIn(secure, 'painel.example.com'))?.[1];
    const ask = (cookie: string) =>
      secure.ask('/trpc/auth.session', { headers: { host: 'painel.example.com', cookie } });
    expect((await ask(`session=${token}`)).text).toBe('{"result":{"data":null}}');
    expect((await ask(`__Host-session=${token}`)).text).toContain(merchant.merchantId);
  });

  test('https answers send HSTS for a year, and data refuses frames, sniffing and every script', async () => {
    const { headers } = await secure.ask('/trpc/auth.session', { headers: { host: 'painel.example.com' } });
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    const insecure = await plain.ask('/trpc/auth.session', { headers: { host: 'localhost' } });
    expect(insecure.headers['strict-transport-security']).toBeUndefined();
  });

  test.each([
    '/customer/dashboard/11987654321',
    '/Customer/dashboard/11987654321',
    '/CUSTOMER/cashback/x',
    '/set-password',
    '/confirm-email',
    '/not-me',
    '/Set-Password?x',
    '/forgot-password/',
  ])('%s is not cached, indexed or sent as a referrer', async (path) => {
    const { headers } = await plain.ask(path, { headers: { host: 'localhost' } });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});
