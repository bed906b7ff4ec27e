import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMerchant } from '../test/tenant-fixture.ts';

const ORIGINS = { APP_ORIGIN: 'https://painel.example.com', PUBLIC_ORIGIN: 'https://clube.example.net' };
const fixture = useDatabaseFixture();
let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { env: ORIGINS });
});
afterAll(() => server?.close());

test.each([
  ['/termos', 'Versão 1, de 23/11/2026'],
  ['/privacidade', 'Versão 2, de 24/11/2026'],
])('%s is read on both origins, and runs nothing', async (path, version) => {
  for (const host of ['painel.example.com', 'clube.example.net']) {
    const answer = await server.ask(path, { headers: { host } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(answer.text).not.toContain('<script');
    expect(answer.text).toContain(version);
    const headers = { host, 'if-none-match': String(answer.headers.etag) };
    expect((await server.ask(path, { headers })).status).toBe(304);
  }
});

test('on a merchant’s host they lead to the platform’s, where the merchant does not speak', async () => {
  const merchant = await createMerchant(server.app, fixture.owner);
  for (const host of [merchant.customDomain, `${merchant.slug}.clube.example.net`]) {
    const answer = await server.ask('/termos', { headers: { host } });
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://clube.example.net/termos']);
  }
});
