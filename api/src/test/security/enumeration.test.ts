import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { comparableHeaders, type RawAnswer } from 'testing/raw-client';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  LOOKUPS_PER_EMPLOYEE,
  PHONE_LOOKUP_PER_ADDRESS,
  PHONE_LOOKUPS_OF_MERCHANT,
} from '../../limits/call-limits.ts';
import { endWindows } from '../end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { createMovableClock } from '../money-app.ts';
import { callProcedure, outcomeOf } from '../tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../tenant-fixture.ts';

const clock = createMovableClock(new Date());
let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let a: Merchant;
let b: Merchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl, { clock });
  a = await createMerchant(server.app, owner);
  b = await createMerchant(server.app, owner);
});

beforeEach(() => endWindows(owner, clock));

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

const DASHBOARD = { path: 'customers.dashboard', type: 'query' } as const;
const FIND = { path: 'customers.find', type: 'query' } as const;
const SIGN_UP = { path: 'customers.signUp', type: 'mutation' } as const;

function look(
  phone: string,
  options: { slug?: string; host?: string; ip?: string } = {},
): Promise<RawAnswer> {
  const { slug, ...from } = options;
  return callProcedure(server, DASHBOARD, { phone, ...(slug !== undefined && { slug }) }, from);
}

/** Counts how often `ask` is answered before it is told to wait; throws when it never is. */
async function answeredBeforeWaiting(
  ask: (index: number) => Promise<RawAnswer>,
  atMost: number,
): Promise<number> {
  for (let count = 0; count <= atMost; count += 1) {
    const answer = await ask(count);
    if (answer.status !== 429) continue;
    expect(outcomeOf(answer)[1]).toBe('too_many_requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    return count;
  }
  throw new Error(`all ${atMost + 1} were answered`);
}

test('one address looks at 20 phones in ten minutes, known or not, here or there, then waits', async () => {
  expect(PHONE_LOOKUP_PER_ADDRESS).toMatchObject({ limit: 20, windowSeconds: 600 });
  const ip = freshIp();
  const ways = [
    { ip },
    { ip, host: a.host },
    { ip, slug: a.slug },
    { ip, host: b.host },
    { ip, slug: 'ninguem' },
  ];
  const phones = [a.customer.phone, b.customer.phone, freshPhone(), 'abc'];
  const walk = (index: number) => look(phones[index % 4] ?? '', ways[index % 5]);
  expect(await answeredBeforeWaiting(walk, 30)).toBe(20);
  expect((await look(a.customer.phone, { ip: freshIp() })).status).toBe(200);
  await endWindows(owner, clock, 600_000);
  expect((await look(a.customer.phone, { ip })).status).toBe(200);
});

test.each([
  ['on its host', () => ({ host: a.host })],
  ['by its slug', () => ({ slug: a.slug })],
  ['by its slug in ever other capitals', (index: number) => ({ slug: mixCase(a.slug, index) })],
])(
  'after 600 phones of one merchant in ten minutes each address looks at two more: %s',
  async (_how, where) => {
    expect(PHONE_LOOKUPS_OF_MERCHANT.threshold).toMatchObject({ limit: 600, windowSeconds: 600 });
    for (let counted = 0; counted < 595; counted += 1)
      await server.app.limiter.hit(PHONE_LOOKUPS_OF_MERCHANT.threshold, a.merchantId);
    for (let index = 0; index < 5; index += 1)
      expect((await look(freshPhone(), { ip: freshIp(), ...where(index) })).status).toBe(404);
    const ip = freshIp();
    const walk = (index: number) => look(freshPhone(), { ...where(index), ip });
    expect(await answeredBeforeWaiting(walk, 5)).toBe(2);
    expect((await look(b.customer.phone, { host: b.host })).status).toBe(200);
  },
);

/** The same slug for the server, another text each time: bit n of `seed` makes letter n a capital. */
function mixCase(slug: string, seed: number): string {
  return [...slug]
    .map((letter, place) => ((seed >> (place % 10)) & 1 ? letter.toUpperCase() : letter))
    .join('');
}

test('employees look up 300 phones in ten minutes, each for themselves', async () => {
  const token = await openSession(server.app, a.staff.operator);
  const walk = () => callProcedure(server, FIND, { phone: freshPhone() }, { token });
  expect(await answeredBeforeWaiting(walk, 400)).toBe(LOOKUPS_PER_EMPLOYEE.limit);
  const colleague = await openSession(server.app, a.staff.manager);
  const answer = await callProcedure(server, FIND, { phone: a.customer.phone }, { token: colleague });
  expect(answer.status).toBe(200);
});

test('one address signs up 20 phones in ten minutes', async () => {
  const ip = freshIp();
  const walk = () =>
    callProcedure(server, SIGN_UP, { slug: a.slug, name: 'Eu', phone: freshPhone() }, { ip });
  expect(await answeredBeforeWaiting(walk, 30)).toBe(PHONE_LOOKUP_PER_ADDRESS.limit);
});

test('a phone that is a customer elsewhere is answered like an unknown one: status, headers and body', async () => {
  const shown = ({ status, headers, text }: RawAnswer) => {
    return { status, text, headers: comparableHeaders(headers) };
  };
  for (const where of [{ host: a.host }, { slug: a.slug }]) {
    const elsewhere = shown(await look(b.customer.phone, where));
    expect(elsewhere.status).toBe(404);
    for (const phone of [freshPhone(), '1133334444', '00000000000', '1', 'abc'])
      expect(shown(await look(phone, where)), phone).toEqual(elsewhere);
  }
});

test('the page shows its merchant’s numbers and no one’s name or e-mail', async () => {
  for (const where of [{}, { host: a.host }, { slug: a.slug }]) {
    const { status, text } = await look(a.customer.phone, where);
    expect(status).toBe(200);
    expect(text).toContain(a.slug);
    const { rows } = await owner.query(
      `SELECT unnest(ARRAY[name, email, id::text]) AS word FROM customers WHERE merchant_id = $1 AND phone = $2
       UNION SELECT unnest(ARRAY[name, email, phone, id::text]) FROM employees WHERE merchant_id = $1
       UNION SELECT unnest(ARRAY[address, email]) FROM merchants WHERE id = $1`,
      [a.merchantId, a.customer.phone],
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { word } of rows) if (word !== null) expect(text).not.toContain(word);
  }
});

test('signing up with a known phone replaces and shows nothing of the customer who has it', async () => {
  const customer = () =>
    owner.query('SELECT * FROM customers WHERE merchant_id = $1 AND phone = $2', [
      a.merchantId,
      a.customer.phone,
    ]);
  const before = (await customer()).rows;
  const input = { slug: a.slug, name: 'Outra Pessoa', phone: a.customer.phone, email: 'outra@mail.example' };
  const answer = await callProcedure(server, SIGN_UP, input);
  expect(JSON.parse(answer.text).result.data).toEqual({
    phone: a.customer.phone,
    slug: a.slug,
    isNew: false,
    customerId: null,
  });
  // Beside the record, for the merchant's employees: another name than the one it has.
  expect((await customer()).rows).toEqual([{ ...before[0], signup_name: 'Outra Pessoa' }]);
});
