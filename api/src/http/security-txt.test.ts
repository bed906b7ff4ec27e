import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMerchant } from '../test/tenant-fixture.ts';

const ORIGINS = { APP_ORIGIN: 'https://painel.example.com', PUBLIC_ORIGIN: 'https://clube.example.net' };
const PATH = '/.well-known/security.txt';
const fixture = useDatabaseFixture();
let server: InProcessServer;

beforeAll(async () => {
  const env = { ...ORIGINS, SECURITY_CONTACT: 'seguranca@example.com' };
  server = await startInProcessServer(fixture.database.appUrl, { env });
});
afterAll(() => server?.close());

test.each(['painel.example.com', 'clube.example.net'])(
  '%s names the contact for vulnerabilities, in the format of RFC 9116',
  async (host) => {
    const answer = await server.ask(PATH, { headers: { host } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = answer.text.trimEnd().split('\n');
    expect(lines).toEqual([
      'Contact: mailto:seguranca@example.com',
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      'Preferred-Languages: pt, en',
      `Canonical: https://painel.example.com${PATH}`,
      `Canonical: https://clube.example.net${PATH}`,
    ]);
    const expires = Date.parse(lines[1]?.slice('Expires: '.length) ?? '');
    const days = (expires - Date.parse(answer.headers.date ?? '')) / 86_400_000;
    expect(days).toBeGreaterThan(80);
    expect(days).toBeLessThan(365);
  },
);

test("a merchant's host redirects to it, and an unknown one answers 404", async () => {
  const merchant = await createMerchant(server.app, fixture.owner);
  for (const host of [merchant.customDomain, `${merchant.slug}.clube.example.net`]) {
    const answer = await server.ask(PATH, { headers: { host } });
    expect([answer.status, answer.headers.location], host).toEqual([302, `https://clube.example.net${PATH}`]);
  }
  expect((await server.ask(PATH, { headers: { host: 'nobody.example.org' } })).status).toBe(404);
});

test('without a contact there is no such file', async () => {
  const plain = await startInProcessServer(fixture.database.appUrl);
  expect((await plain.ask(PATH, { headers: { host: 'localhost' } })).status).toBe(404);
  await plain.close();
});
