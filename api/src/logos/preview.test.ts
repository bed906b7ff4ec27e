import { textOn } from 'domain/brand-color';
import sharp from 'sharp';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { png } from '../test/logo-files.ts';
import { drawPreview } from './draw-preview.ts';
import { type PreviewKind, previewAddress } from './picture-addresses.ts';

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

const ask = (address: string, host = 'localhost') =>
  server.ask(address, { headers: { host, 'x-forwarded-for': freshIp() } });

const change = (assignment: string, value: unknown) =>
  fixture.owner.query(`UPDATE merchants SET ${assignment} = $2 WHERE id = $1`, [merchant.id, value]);

async function addressNow(kind: PreviewKind): Promise<string> {
  const { rows } = await fixture.owner.query(
    `SELECT id, name, logo_url AS "logoUrl", brand_color AS "brandColor", rate_basis_points AS "rateBasisPoints"
     FROM merchants WHERE id = $1`,
    [merchant.id],
  );
  return previewAddress(rows[0], kind);
}

describe('the address of a preview', () => {
  test('is a picture of its size, kept for good, on the platform and on the merchant’s host', async () => {
    for (const kind of ['invitation', 'merchant'] as const) {
      const address = await addressNow(kind);
      const answer = await fetch(`${server.url}${address}`, { headers: { 'x-forwarded-for': freshIp() } });
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, 'image/png', 'public, max-age=31536000, immutable']);
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([width, height]).toEqual([1200, 630]);
      expect((await ask(address, `${merchant.slug}.localhost`)).status).toBe(200);
    }
  });

  test.each([
    ['name', 'Outra Padaria', ['invitation', 'merchant']],
    ['brand_color', '#ffcc00', ['invitation', 'merchant']],
    ['rate_basis_points', 750, ['invitation']],
  ] as const)('is another once the %s is', async (column, value, changing) => {
    for (const kind of ['invitation', 'merchant'] as const) {
      const former = await addressNow(kind);
      await change(column, value);
      const isChanged = (changing as readonly string[]).includes(kind);
      expect((await addressNow(kind)) !== former).toBe(isChanged);
      expect((await ask(former)).status).toBe(isChanged ? 404 : 200);
      await change(column, column === 'name' ? 'Padaria Pão & Cia' : column === 'brand_color' ? null : 500);
    }
  });

  test('shows nothing of another merchant, of one that is closed, or at a made-up address', async () => {
    const address = await addressNow('invitation');
    const other = await signUpMerchant(server.client);
    expect((await ask(address, `${other.slug}.localhost`)).status).toBe(404);
    expect((await ask(address.replace(merchant.id, other.id))).status).toBe(404);
    for (const file of ['x.png', '0000000000000000-invitation.png', '%00-merchant.png', 'merchant.png'])
      expect((await ask(`/media/previews/${merchant.id}/${file}`)).status).toBe(404);
    expect((await ask('/media/previews/x/0000000000000000-merchant.png')).status).toBe(404);
    await change('is_active', false);
    expect((await ask(address)).status).toBe(404);
  });
});

/** Shares of the picture's points in each color, and whether its outer margin is all ground. */
async function colorsOf(picture: Buffer, ground: string, margin: number) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  let isMarginClear = true;
  for (let at = 0; at < info.width * info.height; at += 1) {
    const color = `#${data.toString('hex', at * 3, at * 3 + 3)}`;
    counts.set(color, (counts.get(color) ?? 0) + 1);
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    const isInMargin =
      Math.min(x, info.width - 1 - x) < margin || Math.min(y, info.height - 1 - y) < margin / 2;
    if (isInMargin && color !== ground) isMarginClear = false;
  }
  return { isMarginClear, countOf: (color: string) => counts.get(color) ?? 0 };
}

describe('what is drawn', () => {
  const NAMES = [
    'Pão',
    'Padaria Pão Dourado',
    'Supermercado e Distribuidora de Alimentos Irmãos Albuquerque de Vasconcellos e Filhos Comércio Varejista Ltda',
    'W'.repeat(120),
    '<b>&amp;</b> "Ação" \u2019 \ud83c\udf5e',
    '\ud83c\udf5e',
  ];
  test.each(['#000000', '#ffffff', '#ffee00', '#7c2d12', '#767676', '#0b6b47'])(
    'on %s is in the color that is legible there, and within the margin whatever the name',
    async (ground) => {
      for (const name of NAMES) {
        const content = { name, brandColor: ground, rateBasisPoints: 1_025, logo: undefined };
        const drawn = await drawPreview(content, 'invitation');
        const { isMarginClear, countOf } = await colorsOf(drawn, ground, 60);
        expect(isMarginClear, name).toBe(true);
        // Text and tile.
        expect(countOf(textOn(ground)), name).toBeGreaterThan(15_000);
        expect(countOf(ground)).toBeGreaterThan(400_000);
      }
    },
  );

  test('is the percentage on an invitation alone, the name, and the logo where there is one', async () => {
    const plain = { name: 'Padaria', brandColor: '#0b6b47', rateBasisPoints: 500, logo: undefined };
    const draw = async (changed: object, kind: PreviewKind) =>
      (await drawPreview({ ...plain, ...changed }, kind)).toString('base64');
    const [invitation, alone] = [await draw({}, 'invitation'), await draw({}, 'merchant')];
    expect(await draw({ rateBasisPoints: 750 }, 'invitation')).not.toBe(invitation);
    expect(await draw({ rateBasisPoints: 750 }, 'merchant')).toBe(alone);
    expect(await draw({ name: 'Adega' }, 'merchant')).not.toBe(alone);
    const withLogo = await drawPreview({ ...plain, logo: await png(300, 150, '#b3261e') }, 'merchant');
    expect((await colorsOf(withLogo, '#0b6b47', 60)).countOf('#b3261e')).toBeGreaterThan(5_000);
  });
});
