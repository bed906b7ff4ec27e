import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { OWN_PAGE, type RawAnswer } from 'testing/raw-client';
import { freshPhone, TEST_PASSWORD } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { outcomeOf, PROCEDURES } from '../tenant-caller.ts';
import { createMerchant, FOR_MATRIX, type Merchant, openSession } from '../tenant-fixture.ts';
import { TENANT_MATRIX } from '../tenant-matrix.ts';
import { fingerprint, listTenantTables } from '../tenant-rows.ts';

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;
let cookie: string;
let before: unknown;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl);
  merchant = await createMerchant(server.app, owner, FOR_MATRIX);
  cookie = `session=${await openSession(server.app, merchant.staff.owner)}`;
  before = await everything();
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

/** Sends JSON text as it is: `__proto__` is a key like another only in text. */
async function send(path: string, json: string): Promise<RawAnswer> {
  const procedure = PROCEDURES.find((each) => each.path === path);
  const headers = { host: 'localhost', cookie, 'x-forwarded-for': freshIp() };
  return procedure?.type === 'mutation'
    ? await server.ask(`/trpc/${path}`, { method: 'POST', body: json, headers: { ...headers, ...OWN_PAGE } })
    : await server.ask(`/trpc/${path}?input=${encodeURIComponent(json)}`, { headers });
}

/** All rows of all merchants: nothing may be stored anywhere. */
async function everything(): Promise<unknown> {
  const counts = (await listTenantTables(owner)).map(
    (table) => `(SELECT count(*) FROM ${table}) AS ${table}`,
  );
  const { rows } = await owner.query(
    `SELECT ${counts.join(', ')}, (SELECT count(*) FROM merchants) AS merchants`,
  );
  return [rows, await fingerprint(owner, merchant.merchantId)];
}

async function expectRefused(path: string, json: string): Promise<void> {
  const answer = await send(path, json);
  expect(outcomeOf(answer), `${json} → ${answer.text}`).toEqual([400, 'bad_request']);
}

const taking = PROCEDURES.filter(({ path, type }) => TENANT_MATRIX[path]?.input && type !== 'subscription');
const valid = (path: string) => TENANT_MATRIX[path]?.input?.(merchant) as Record<string, unknown>;

/** Inputs in which null stands for an absent value. */
const MAY_BE_NULL: Record<string, readonly string[]> = {
  'auth.saveProfile': ['phone'],
  'domains.saveLinkSettings': ['customDomain'],
  'merchants.saveGeneralSettings': ['brandColor'],
  'merchants.saveMarketingSettings': ['gtmId', 'metaPixelId'],
  'myData.correct': ['name'],
};

describe.each(taking)('$path', ({ path }) => {
  test('refuses keys it does not know, and stores nothing', async () => {
    const extras = [
      '"role":"owner"',
      '"merchantId":"00000000-0000-0000-0000-000000000000"',
      '"isActive":true',
    ];
    extras.push(
      '"__proto__":{"role":"owner"}',
      '"constructor":{}',
      '"prototype":1',
      '"cashbackCents":1',
      '"":1',
    );
    extras.push('"\\u005f_proto__":1', '"hasOwnProperty":1', '"rateBasisPoints":10000', '"customer_id":1');
    // A field that this procedure refuses may be another's own: the procedure that sets the rate takes the
    // rate.
    const input = valid(path);
    const unknown = extras.filter(
      (extra) => !Object.keys(input).some((key) => extra.startsWith(`"${key}":`)),
    );
    for (const extra of unknown) await expectRefused(path, `${JSON.stringify(input).slice(0, -1)},${extra}}`);
    expect(await everything()).toEqual(before);
  });

  test('refuses operators, lists, objects, numbers and NUL where it wants text, and stores nothing', async () => {
    const input = valid(path);
    for (const key of Object.keys(input)) {
      const wants = typeof input[key];
      const wrong: unknown[] = [{ not: '' }, { contains: '' }, { $ne: null }, [input[key]], {}, [[]]];
      if (!Array.isArray(input[key])) wrong.push([]);
      if (!MAY_BE_NULL[path]?.includes(key)) wrong.push(null);
      for (const value of [...wrong, wants === 'boolean' ? 'true' : true, wants === 'number' ? '100' : 100])
        await expectRefused(path, JSON.stringify({ ...input, [key]: value }));
    }
    for (const json of ['null', '[]', '"text"', '7', 'true', `[${JSON.stringify(input)}]`])
      await expectRefused(path, json);
    expect(await everything()).toEqual(before);
  });

  test('takes no NUL byte to the database', async () => {
    const input = valid(path);
    for (const key of Object.keys(input).filter(
      (each) => typeof input[each] === 'string' && !/password/i.test(each),
    )) {
      for (const value of ['\u0000', `${input[key]}\u0000`, `\u0000${input[key]}`]) {
        const answer = await send(path, JSON.stringify({ ...input, [key]: value }));
        // The dashboard's phone is cleaned of everything but its digits, as people type it in every way.
        const fine = path === 'customers.dashboard' && key === 'phone' ? [200, 404] : [400, 404];
        expect(fine, `${key}: ${answer.text}`).toContain(answer.status);
      }
    }
    expect(await everything()).toEqual(before);
  });
});

describe('amounts', () => {
  const amounts = [
    '0',
    '-0',
    '-1',
    '0.5',
    '100.01',
    '1e309',
    '-1e309',
    '1000000001',
    '9007199254740993',
    '1e400',
  ];
  test.each(amounts)('%s is no amount', async (amount) => {
    const purchase = { operationId: randomUUID(), phone: freshPhone() };
    await expectRefused(
      'cashback.issue',
      `${JSON.stringify(purchase).slice(0, -1)},"amountCents":${amount}}`,
    );
    const redemption = { operationId: randomUUID(), customerId: merchant.customer.id };
    await expectRefused(
      'redemptions.create',
      `${JSON.stringify(redemption).slice(0, -1)},"amountCents":${amount}}`,
    );
    expect(await everything()).toEqual(before);
  });

  test.each(['NaN', 'Infinity', '01', '0x10', '1_000', ''])('%s is no JSON', async (amount) => {
    const purchase = { operationId: randomUUID(), phone: freshPhone() };
    await expectRefused(
      'cashback.issue',
      `${JSON.stringify(purchase).slice(0, -1)},"amountCents":${amount}}`,
    );
  });
});

describe('fields that the server decides alone', () => {
  test('the rate and the cashback of a purchase come from the merchant, its tenant and seller from the session', async () => {
    const answer = await send(
      'cashback.issue',
      JSON.stringify({ operationId: randomUUID(), phone: freshPhone(), amountCents: 10_000 }),
    );
    const { transactionId } = JSON.parse(answer.text).result.data;
    const { rows } = await owner.query('SELECT * FROM transactions WHERE id = $1', [transactionId]);
    expect(rows[0]).toMatchObject({
      merchant_id: merchant.merchantId,
      employee_id: merchant.staff.owner.employeeId,
      rate_basis_points: 500,
      cashback_cents: 500,
    });
  });

  test('a sign-up of a merchant makes its owner, at the starting rate, and no employee of another merchant', async () => {
    const email = `nova-${randomUUID()}@loja.example`;
    const signup = { ...valid('merchants.signup'), email, password: TEST_PASSWORD };
    expect((await send('merchants.signup', JSON.stringify(signup))).status).toBe(200);
    const { rows } = await owner.query(
      'SELECT e.role, m.rate_basis_points, m.id FROM employees e JOIN merchants m ON m.id = e.merchant_id WHERE e.email = $1',
      [email],
    );
    expect(rows).toEqual([
      { role: 'owner', rate_basis_points: 500, id: expect.not.stringContaining(merchant.merchantId) },
    ]);
  });
});

test.each(['Email', 'employees email key', 'E-mail'])(
  'merchants may share the name %s',
  async (merchantName) => {
    for (let merchants = 0; merchants < 3; merchants += 1) {
      const signup = { ...valid('merchants.signup'), merchantName };
      const answer = await send('merchants.signup', JSON.stringify(signup));
      expect(answer.status, answer.text).toBe(200);
    }
  },
);
