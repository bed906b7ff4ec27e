import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { ROLES, roleMay } from 'domain/roles';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileRoute } from '../file-route.ts';
import { FILE_ROUTES } from '../file-routes.ts';
import { ageProofs } from '../test/age-proofs.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  server = await startInProcessServer(database.appUrl);
  merchant = await createMerchant(server.app, owner);
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

const cookieOf = async (role: (typeof ROLES)[number]) => ({
  cookie: `session=${await openSession(server.app, merchant.staff[role])}`,
});

/** Sends a body of the right kind but the wrong content: only access is tested here. */
async function ask(route: FileRoute, headers: Record<string, string>): Promise<[number, string | null]> {
  const kind = route.method === 'POST' ? { 'content-type': route.accepts.contentTypes[0] ?? '' } : {};
  const answer = await server.ask(route.path, {
    method: route.method,
    headers: { 'sec-fetch-site': 'same-origin', ...kind, ...headers },
    ...(route.method === 'POST' && { body: Buffer.from('?') }),
  });
  const refusal = /"refusal":"(\w+)"/.exec(answer.text)?.[1] ?? null;
  return [answer.status, refusal];
}

/** Written out once more, so that no file stops asking for a fresh proof unnoticed. */
test('files about customers ask for a fresh proof', () => {
  const asking = (proof: FileRoute['proof']) =>
    FILE_ROUTES.filter((route) => route.proof === proof).map(({ path }) => path.replace('/files/', ''));
  expect(asking('fresh').sort()).toEqual([
    'customer-data.html',
    'customer-data.json',
    'customers.csv',
    'customers.xlsx',
    'segments.csv',
    'segments.xlsx',
  ]);
  expect(asking('sometimes').sort()).toEqual(['customers/import', 'reports.csv', 'reports.xlsx']);
});

describe.each(FILE_ROUTES)('$method $path', (route) => {
  test.each(ROLES)('%s: let in or forbidden, as the permission table says', async (role) => {
    const [status, refusal] = await ask(route, await cookieOf(role));
    if (roleMay(role, route.permission)) expect([400, 200, 422]).toContain(status);
    else expect([status, refusal]).toEqual([403, 'forbidden']);
  });

  if (route.proof === 'fresh') {
    test.each(ROLES)('%s: refused where the last proof of who is there is old', async (role) => {
      const cookie = await cookieOf(role);
      await ageProofs(owner, merchant.staff[role].employeeId);
      const refusal = roleMay(role, route.permission) ? 'proof_needed' : 'forbidden';
      expect(await ask(route, cookie)).toEqual([403, refusal]);
    });
  }

  test('refuses callers without a session and deactivated employees', async () => {
    expect(await ask(route, {})).toEqual([401, 'unauthenticated']);
    const cookie = `session=${await openSession(server.app, merchant.deactivated)}`;
    expect(await ask(route, { cookie })).toEqual([401, 'unauthenticated']);
  });

  test("does not exist on a merchant's host", async () => {
    expect(await ask(route, { ...(await cookieOf('owner')), host: merchant.host })).toEqual([
      404,
      'not_found',
    ]);
  });

  test('answers our own pages only', async () => {
    const cookie = await cookieOf('owner');
    for (const site of ['cross-site', 'same-site', 'none', ''])
      expect(await ask(route, { ...cookie, 'sec-fetch-site': site }), site).toEqual([403, 'cross_origin']);
  });

  if (route.method === 'POST') {
    test('accepts its content types up to its size', async () => {
      const cookie = await cookieOf('owner');
      for (const kind of ['application/json', 'multipart/form-data; boundary=x', 'image/svg+xml', ''])
        expect(await ask(route, { ...cookie, 'content-type': kind }), kind).toEqual([
          415,
          'unsupported_file',
        ]);
      const answer = await server.ask(route.path, {
        method: 'POST',
        headers: {
          ...cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': route.accepts.contentTypes[0] ?? '',
        },
        body: Buffer.alloc(route.accepts.maxBytes + 1),
      });
      expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('body_too_large')]);
    });
  }
});
