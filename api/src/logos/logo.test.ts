import { randomBytes, randomUUID } from 'node:crypto';
import { LOGO_MESSAGE, MAX_LOGO_BYTES } from 'domain/logo';
import sharp from 'sharp';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { png, pngHeader, svg, twoFrames } from '../test/logo-files.ts';

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

async function upload(file: Buffer, contentType = 'image/png') {
  return await server.client.fetch('/files/logo', {
    method: 'POST',
    rawBody: file,
    cookie: merchant.cookie,
    headers: { 'content-type': contentType, 'content-length': String(file.length) },
  });
}

async function download(url: string) {
  const answer = await fetch(`${server.url}${url}`, { headers: { 'x-forwarded-for': freshIp() } });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

const storedLogos = async () =>
  (
    await fixture.owner.query<{ id: string; url: string | null }>(
      `SELECT l.id, m.logo_url AS url FROM merchants m LEFT JOIN merchant_logos l ON l.merchant_id = m.id
       WHERE m.id = $1`,
      [merchant.id],
    )
  ).rows;

const auditOf = async (action: string) =>
  (
    await fixture.owner.query<{ details: object; employee_id: string }>(
      'SELECT details, employee_id FROM audit_log WHERE merchant_id = $1 AND action = $2 ORDER BY id',
      [merchant.id, action],
    )
  ).rows;

describe('a picture', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ] as const)(
    '%s comes out as WebP, no larger than 512, and is in the session at once',
    async (format, type) => {
      const file = await sharp({ create: { width: 1_600, height: 800, channels: 3, background: '#b3261e' } })
        .toFormat(format)
        .toBuffer();
      const answer = await upload(file, type);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { logoUrl } = answer.body;
      expect(logoUrl).toMatch(new RegExp(`^/media/logos/${merchant.id}/[0-9a-f-]{36}\\.webp$`));
      const session = await server.client.query('auth.session', undefined, { cookie: merchant.cookie });
      expect(session.data.merchant.logoUrl).toBe(logoUrl);

      const image = await download(logoUrl);
      expect(image.status).toBe(200);
      const { format: drawn, width, height } = await sharp(image.body).metadata();
      expect([drawn, width, height]).toEqual(['webp', 512, 256]);
      expect(await auditOf('merchant.save_logo')).toEqual([
        { details: { logo_url_before: null, logo_url_after: logoUrl }, employee_id: merchant.employeeId },
      ]);
    },
  );

  test('keeps its transparent background and is not enlarged', async () => {
    const { logoUrl } = (await upload(await png(40, 20, { r: 0, g: 0, b: 0, alpha: 0 }))).body;
    const image = sharp((await download(logoUrl)).body);
    expect(await image.metadata()).toMatchObject({ width: 40, height: 20, hasAlpha: true });
    expect((await image.stats()).channels[3]?.max).toBe(0);
  });

  test('is turned upright and loses its metadata', async () => {
    const file = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#000' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Copyright: 'segredo-da-camera' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect(file.includes('segredo-da-camera')).toBe(true);
    expect((await sharp(file).metadata()).orientation).toBe(6);
    const { body } = await download((await upload(file, 'image/jpeg')).body.logoUrl);
    const { width, height, exif, icc, xmp, orientation } = await sharp(body).metadata();
    expect([width, height]).toEqual([40, 80]);
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(body.includes('segredo')).toBe(false);
  });

  test('that is animated stays at its first frame', async () => {
    const file = await twoFrames();
    expect((await sharp(file, { animated: true }).metadata()).pages).toBe(2);
    const { body } = await download((await upload(file, 'image/webp')).body.logoUrl);
    expect((await sharp(body, { animated: true }).metadata()).pages ?? 1).toBe(1);
    const [red] = (await sharp(body).stats()).channels;
    expect(red?.mean).toBeGreaterThan(200);
  });

  test('with a page behind it loses the page', async () => {
    const page = Buffer.from('<script>alert(document.domain)</script>');
    const { logoUrl } = (await upload(Buffer.concat([await png(64, 64), page]))).body;
    expect((await download(logoUrl)).body.includes('script')).toBe(false);
  });

  test('with exactly the maximum size is accepted', async () => {
    const small = await png(64, 64);
    const answer = await upload(Buffer.concat([small, Buffer.alloc(MAX_LOGO_BYTES - small.length)]));
    expect(answer.status).toBe(200);
  });
});

describe('a file of another format is refused, and nothing is stored', () => {
  const CASES: Record<string, () => Buffer | Promise<Buffer>> = {
    'an SVG that calls itself a PNG': () => svg(),
    'an SVG with a byte-order mark': () => Buffer.concat([Buffer.from('\ufeff'), svg()]),
    'a GIF': () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    'a TIFF': () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .tiff()
        .toBuffer(),
    'a page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    'the head of a PNG of 30,000 by 30,000 pixels': () => pngHeader(30_000, 30_000),
    'a whole PNG of 25 million pixels in a few kilobytes': () => png(5_000, 5_000),
    'a PNG that ends too early': async () => (await png(200, 200, undefined, true)).subarray(0, 4_000),
    'a JPEG that ends too early': async () => {
      const pixels = randomBytes(200 * 200 * 3);
      const whole = await sharp(pixels, { raw: { width: 200, height: 200, channels: 3 } })
        .jpeg()
        .toBuffer();
      return whole.subarray(0, whole.length / 2);
    },
    'random bytes': () => randomBytes(5_000),
    nothing: () => Buffer.alloc(0),
  };

  test.each(Object.keys(CASES))('%s', async (name) => {
    const file = (await CASES[name]?.()) ?? Buffer.alloc(0);
    expect(file.length).toBeLessThan(MAX_LOGO_BYTES);
    for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
      const answer = await upload(file, type);
      expect([answer.status, answer.error?.data.refusal, answer.error?.message], type).toEqual([
        400,
        'invalid_logo',
        LOGO_MESSAGE,
      ]);
    }
    expect(await storedLogos()).toEqual([{ id: null, url: null }]);
    expect(await auditOf('merchant.save_logo')).toEqual([]);
  });

  test('and no code of the process can reach another decoder', async () => {
    await expect(sharp(svg()).metadata()).rejects.toThrow('unsupported image format');
  });

  test('one byte more than a megabyte', async () => {
    const file = Buffer.concat([await png(64, 64), Buffer.alloc(MAX_LOGO_BYTES)]).subarray(
      0,
      MAX_LOGO_BYTES + 1,
    );
    const answer = await upload(file);
    expect([answer.status, answer.error?.data.refusal]).toEqual([413, 'body_too_large']);
    expect((await upload(file, 'image/svg+xml')).status).toBe(415);
  });
});

describe('the stored logos', () => {
  test('are the last two; the one before is gone, and its address answers 404', async () => {
    const urls: string[] = [];
    for (const size of [10, 20, 30]) urls.push((await upload(await png(size, size))).body.logoUrl);
    const statuses = await Promise.all(urls.map(async (url) => (await download(url)).status));
    expect(statuses).toEqual([404, 200, 200]);
    expect((await storedLogos()).length).toBe(2);
  });

  test('are none after a removal, and removing twice is recorded once', async () => {
    const { logoUrl } = (await upload(await png(10, 10))).body;
    for (const _ of [1, 2]) {
      const answer = await server.client.call('merchants.removeLogo', {}, { cookie: merchant.cookie });
      expect(answer.status).toBe(200);
    }
    expect((await download(logoUrl)).status).toBe(404);
    expect(await storedLogos()).toEqual([{ id: null, url: null }]);
    expect((await auditOf('merchant.remove_logo')).map(({ details }) => details)).toEqual([
      { logo_url_before: logoUrl, logo_url_after: null },
    ]);
    const session = await server.client.query('auth.session', undefined, { cookie: merchant.cookie });
    expect(session.data.merchant.logoUrl).toBe(null);
  });
});

describe('a logo in a browser', () => {
  test('is cached for ever, only as a picture, and runs nothing', async () => {
    const { logoUrl } = (await upload(await png(10, 10))).body;
    const { headers } = await download(logoUrl);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test("is on the platform's hosts and on the merchant's own, and on no other merchant's", async () => {
    const { logoUrl } = (await upload(await png(10, 10))).body;
    const other = await signUpMerchant(server.client);
    const ask = async (host: string) => (await server.ask(logoUrl, { headers: { host } })).status;
    expect(await ask('localhost')).toBe(200);
    expect(await ask(`${merchant.slug}.localhost`)).toBe(200);
    expect(await ask(`${other.slug}.localhost`)).toBe(404);
    expect(await ask('ninguem.localhost')).toBe(404);
  });

  test('at an unknown address is not found, whatever it says', async () => {
    const { logoUrl } = (await upload(await png(10, 10))).body;
    const other = await signUpMerchant(server.client);
    const id = logoUrl.split('/').at(-1);
    for (const address of [
      `/media/logos/${other.id}/${id}`,
      `/media/logos/${merchant.id}/${randomUUID()}.webp`,
      `/media/logos/${merchant.id}/${id}.png`,
      `/media/logos/${merchant.id}/%00.webp`,
      `/media/logos/${merchant.id}/..%2F..%2Fetc%2Fpasswd`,
      `/media/logos/x/${id}`,
      `/media/logos/${merchant.id.toUpperCase()}/${id}`,
    ]) {
      const answer = await server.ask(address, { headers: { host: 'localhost' } });
      expect([address, answer.status]).toEqual([address, 404]);
    }
  });
});

test('only an upload sets a logo’s address', async () => {
  const update = (url: string) =>
    fixture.owner.query('UPDATE merchants SET logo_url = $2 WHERE id = $1', [merchant.id, url]);
  for (const url of [
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://loja.example/logo.png',
    'https://loja.example/logo.svg',
    '//evil.example/logo.png',
    `/media/logos/${randomUUID()}/${randomUUID()}.webp`,
    `/media/logos/${merchant.id}/../${randomUUID()}.webp`,
    '',
  ])
    await expect(update(url), url).rejects.toMatchObject({ constraint: 'merchants_logo_url_shape' });
});
