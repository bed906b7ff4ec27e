import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { png } from '../test/logo-files.ts';
import { pageLogoUrl } from './picture-addresses.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: SignedInMerchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
});
beforeEach(async () => {
  merchant = await signUpMerchant(server.client);
});
afterAll(() => server?.close());

async function upload(file: Buffer): Promise<string> {
  const answer = await server.client.fetch('/files/logo', {
    method: 'POST',
    rawBody: file,
    cookie: merchant.cookie,
    headers: { 'content-type': 'image/png', 'content-length': String(file.length) },
  });
  return answer.body.logoUrl;
}

const small = (logoUrl: string) => pageLogoUrl(logoUrl) ?? '';

async function download(url: string) {
  const answer = await fetch(`${server.url}${url}`, { headers: { 'x-forwarded-for': freshIp() } });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

test.each([
  ['a plain logo', () => png(512, 256, '#b3261e')],
  ['a small one, not blown up', () => png(40, 40)],
  ['noise, which does not compress', () => png(512, 512, undefined, true)],
  [
    'transparent noise',
    () =>
      sharp(randomBytes(480 * 480 * 4), { raw: { width: 480, height: 480, channels: 4 } })
        .png()
        .toBuffer(),
  ],
])('%s is sent to a page in 4 kB and at most 128 pixels', async (_, make) => {
  const { status, body } = await download(small(await upload(await make())));
  expect(status).toBe(200);
  const { format, width = 0, height = 0 } = await sharp(body).metadata();
  expect(format).toBe('webp');
  expect(Math.max(width, height)).toBeLessThanOrEqual(128);
  expect(body.length).toBeLessThanOrEqual(4_096);
});

test('keeps its shape and its transparent background', async () => {
  const { body } = await download(small(await upload(await png(400, 200, { r: 0, g: 0, b: 0, alpha: 0 }))));
  expect(await sharp(body).metadata()).toMatchObject({ width: 128, height: 64, hasAlpha: true });
});

test('requested concurrently is drawn once', async () => {
  const url = small(await upload(await png(512, 512, undefined, true)));
  const bodies = await Promise.all(Array.from({ length: 100 }, async () => (await download(url)).body));
  expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1);
});

test('has the headers of a picture, is only on its own hosts, and is gone with the logo', async () => {
  const url = small(await upload(await png(300, 300)));
  const other = await signUpMerchant(server.client);
  expect(Object.fromEntries((await download(url)).headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const statusOn = async (host: string, address = url) =>
    (await server.ask(address, { headers: { host } })).status;
  expect(await statusOn(`${merchant.slug}.localhost`)).toBe(200);
  expect(await statusOn(`${other.slug}.localhost`)).toBe(404);
  expect(await statusOn('localhost', url.replace(merchant.id, other.id))).toBe(404);
  expect(await statusOn('localhost', url.replace('-128', '-256'))).toBe(404);
  await server.client.call('merchants.removeLogo', {}, { cookie: merchant.cookie });
  expect(await statusOn('localhost')).toBe(404);
});

test('every answer to a customer names the same picture', async () => {
  const url = small(await upload(await png(300, 300)));
  const phone = freshPhone();
  const staff = { cookie: merchant.cookie };
  const newRequest = () => ({ operationId: randomUUID() });
  const purchase = await server.client.call(
    'cashback.issue',
    { ...newRequest(), phone, amountCents: 10_000 },
    staff,
  );
  const confirmed = await server.client.call('cashback.confirm', { token: tokenOf(purchase.data.link) });
  const { id: customerId } = (await server.client.query('customers.find', { phone }, staff)).data;
  const redemption = await server.client.call(
    'redemptions.create',
    { ...newRequest(), customerId, amountCents: 100 },
    staff,
  );
  const redeemed = await server.client.call('redemptions.confirm', { token: tokenOf(redemption.data.link) });
  const signupLink = await server.client.query('customers.signupLink', { slug: merchant.slug });
  const dashboard = await server.client.query('customers.dashboard', { phone, slug: merchant.slug });
  expect([
    confirmed.data.logoUrl,
    redeemed.data.logoUrl,
    signupLink.data.logoUrl,
    dashboard.data.programmes[0].logoUrl,
  ]).toEqual([url, url, url, url]);
});

test.each([
  ['javascript:alert(1)', null],
  ['data:image/svg+xml,<svg onload=alert(1)>', null],
  ['//evil.example/x.png', null],
  ['https://loja.example/logo.svg', null],
  ['https://loja.example/logo.png" onerror="alert(1)', null],
  ['/media/logos/../../x.webp', null],
  ['', null],
  [null, null],
  ['https://loja.example/logo.png', 'https://loja.example/logo.png'],
])('a page shows no logo for %s', (stored, shown) => {
  expect(pageLogoUrl(stored)).toBe(shown);
});
