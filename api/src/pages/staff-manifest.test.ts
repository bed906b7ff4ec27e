import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: SignedInMerchant;
let other: SignedInMerchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
  merchant = await signUpMerchant(server.client, { name: 'Padaria Pão & Cia' });
  other = await signUpMerchant(server.client, { name: 'Mercearia do Zé' });
  await fixture.owner.query(`UPDATE merchants SET brand_color = '#ffcc00' WHERE id = $1`, [merchant.id]);
});
afterAll(() => server?.close());

const ask = (cookie?: string, { query = '', host = 'localhost' } = {}) =>
  server.ask(`/manifest.webmanifest${query}`, {
    headers: { host, 'x-forwarded-for': freshIp(), ...(cookie && { cookie }) },
  });

test("is the signed-in employee's merchant's, whatever the address names", async () => {
  const { status, headers, text } = await ask(merchant.cookie, { query: `?loja=${other.slug}` });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
    'private, no-store',
  ]);
  const manifest = JSON.parse(text);
  expect(manifest).toMatchObject({
    id: `/cashback?loja=${merchant.id}`,
    name: 'Padaria Pão & Cia · Balcão',
    short_name: 'Padaria Pão',
    start_url: '/cashback',
    scope: '/',
    display: 'standalone',
    lang: 'pt-BR',
  });
  expect(manifest.icons.map((icon: { src: string }) => icon.src)).toContain(
    `/media/icons/${merchant.id}/ffcc00-192.png`,
  );
  expect(text).not.toMatch(new RegExp(`${other.id}|${other.slug}|Mercearia|${merchant.email}`));
});

test('names no merchant without a session, and after it has ended', async () => {
  const leaver = await signUpMerchant(server.client, { name: 'Quitanda da Rita' });
  expect((await ask(leaver.cookie)).text).toContain('Quitanda da Rita');
  await server.client.call('auth.logout', {}, { cookie: leaver.cookie });
  for (const cookie of [undefined, leaver.cookie, 'session=none']) {
    const { text } = await ask(cookie, { query: `?loja=${leaver.slug}` });
    expect(JSON.parse(text)).toMatchObject({ id: '/cashback', name: 'Volta · Balcão', short_name: 'Volta' });
    expect(text).not.toContain('Quitanda');
  }
});

test('is not there on a host of customers', async () => {
  expect((await ask(merchant.cookie, { host: `${merchant.slug}.localhost` })).status).toBe(404);
});
