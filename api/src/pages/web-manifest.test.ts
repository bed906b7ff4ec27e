import sharp from 'sharp';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { png } from '../test/logo-files.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: SignedInMerchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
});
beforeEach(async () => {
  merchant = await signUpMerchant(server.client, { name: 'Padaria Pão & Cia' });
});
afterAll(() => server?.close());

async function ask(address: string, host = 'localhost') {
  return await server.ask(address, { headers: { host, 'x-forwarded-for': freshIp() } });
}

async function manifestOf(host: string, query = '') {
  const answer = await ask(`/customer/manifest.webmanifest${query}`, host);
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ]);
  return JSON.parse(answer.text);
}

async function uploadLogo(): Promise<string> {
  const file = await png(300, 150, '#b3261e');
  const answer = await server.client.fetch('/files/logo', {
    method: 'POST',
    rawBody: file,
    cookie: merchant.cookie,
    headers: { 'content-type': 'image/png', 'content-length': String(file.length) },
  });
  return answer.body.logoUrl;
}

const paint = (color: string) =>
  fixture.owner.query('UPDATE merchants SET brand_color = $2 WHERE id = $1', [merchant.id, color]);

describe('the manifest', () => {
  test("on a merchant's own host is that merchant's, whatever the address names", async () => {
    const other = await signUpMerchant(server.client);
    for (const query of ['', `?loja=${other.slug}`, '?loja=ninguem']) {
      const manifest = await manifestOf(`${merchant.slug}.localhost`, query);
      // The host's own merchant, or none: never the other.
      expect(JSON.stringify(manifest)).not.toContain(other.id);
      expect(JSON.stringify(manifest)).not.toContain(other.slug);
    }
    expect(await manifestOf(`${merchant.slug}.localhost`)).toMatchObject({
      id: `/customer/${merchant.id}`,
      name: 'Padaria Pão & Cia - Cashback',
      short_name: 'Padaria Pão',
      lang: 'pt-BR',
      start_url: '/customer/dashboard',
      scope: '/customer/',
      display: 'standalone',
    });
  });

  test("on the platform's host is the one that is named, else the product's; an unknown name is as none", async () => {
    const named = await manifestOf('localhost', `?loja=${merchant.slug}`);
    expect(named).toMatchObject({
      name: 'Padaria Pão & Cia - Cashback',
      start_url: `/customer/dashboard?loja=${merchant.slug}`,
    });
    expect(await manifestOf('localhost', `?loja=${merchant.slug.toUpperCase()}`)).toEqual(named);
    const own = await manifestOf('localhost');
    expect(own).toMatchObject({ id: '/customer/', name: 'Meu Cashback', start_url: '/customer/dashboard' });
    for (const query of ['?loja=ninguem-mesmo', '?loja=%00', '?loja=a&loja=b', '?loja[]=x', '?loja='])
      expect(await manifestOf('localhost', query), query).toEqual(own);
  });

  test('is kept for an hour and holds nothing of a person', async () => {
    const { headers, text } = await ask(`/customer/manifest.webmanifest?loja=${merchant.slug}`);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(text).not.toContain(merchant.email);
    expect((await ask('/customer/manifest.webmanifest?loja=ninguem')).headers['cache-control']).toBe(
      'no-cache',
    );
  });

  test('of an inactive merchant is the product’s', async () => {
    await fixture.owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [merchant.id]);
    expect(await manifestOf('localhost', `?loja=${merchant.slug}`)).toMatchObject({ id: '/customer/' });
  });

  test('names icons that are there: of the logo, else of the color, else the product’s', async () => {
    const iconsOf = async () => (await manifestOf(`${merchant.slug}.localhost`)).icons;
    expect((await iconsOf()).map((icon: { src: string }) => icon.src)).toEqual([
      '/assets/icon-192.png',
      '/assets/icon-512.png',
      '/assets/icon-maskable-512.png',
    ]);
    await paint('#ffcc00');
    const marks = await iconsOf();
    expect(marks[0].src).toBe(`/media/icons/${merchant.id}/ffcc00-192.png`);
    await uploadLogo();
    const logos = await iconsOf();
    for (const { src, sizes, type } of [...marks, ...logos]) {
      const answer = await fetch(`${server.url}${src}`, { headers: { 'x-forwarded-for': freshIp() } });
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
    }
    expect(logos.map((icon: { purpose: string }) => icon.purpose)).toEqual(['any', 'any', 'maskable']);
  });
});

describe('an icon', () => {
  test('shows the whole logo on white, and the mark on the color', async () => {
    await paint('#ffcc00');
    const logo = (await uploadLogo()).split('/').at(-1)?.replace('.webp', '');
    const cornerAndMiddle = async (file: string) => {
      const answer = await fetch(`${server.url}/media/icons/${merchant.id}/${file}`);
      const image = sharp(Buffer.from(await answer.arrayBuffer())).removeAlpha();
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
      return [at(2, 2), at(info.width / 2, info.height / 2)];
    };
    const [corner, middle] = await cornerAndMiddle(`${logo}-maskable-512.png`);
    expect(corner).toEqual([255, 255, 255]);
    expect(middle?.[0]).toBeGreaterThan(150);
    expect(middle?.[1]).toBeLessThan(70);
    expect((await cornerAndMiddle('ffcc00-512.png'))[0]).toEqual([255, 204, 0]);
  });

  test("is kept for good, and is not there on another merchant's host, of another logo or of another color", async () => {
    await paint('#ffcc00');
    const logo = (await uploadLogo()).split('/').at(-1)?.replace('.webp', '');
    const other = await signUpMerchant(server.client);
    const address = `/media/icons/${merchant.id}/${logo}-192.png`;
    const here = await ask(address, `${merchant.slug}.localhost`);
    expect([here.status, here.headers['cache-control'], here.headers['x-content-type-options']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'nosniff',
    ]);
    expect(here.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    for (const [wrong, host] of [
      [address, `${other.slug}.localhost`],
      [`/media/icons/${merchant.id}/ffcc00-192.png`, `${other.slug}.localhost`],
      [`/media/icons/${other.id}/${logo}-192.png`, 'localhost'],
      [`/media/icons/${other.id}/ffcc00-192.png`, 'localhost'],
      [`/media/icons/${merchant.id}/ffcc01-192.png`, 'localhost'],
      [`/media/icons/${merchant.id}/ffcc00-193.png`, 'localhost'],
      [`/media/icons/${merchant.id}/FFCC00-192.png`, 'localhost'],
      [`/media/icons/x/ffcc00-192.png`, 'localhost'],
      [`/media/icons/${merchant.id}/%00-192.png`, 'localhost'],
    ] as const) {
      expect([wrong, host, (await ask(wrong, host)).status]).toEqual([wrong, host, 404]);
    }
  });
});
