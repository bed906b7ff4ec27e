import { CUSTOMER_SORTS, type CustomerSort } from 'domain/customer-list-inputs';
import fc from 'fast-check';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { openPool } from '../lib/database.ts';
import type { StaffSession } from '../staff-session.ts';
import { idsInOrder, insertCustomers, makeCustomers, matches, SEARCHES } from '../test/listed-customers.ts';
import { insertMerchant, openMoneyApp } from '../test/money-app.ts';
import { inOrder, isAfter } from './customer-list.sql.ts';
import {
  findMatchingCustomers,
  gatherMatchingCustomers,
  walkMatchingCustomers,
} from './customer-search.sql.ts';
import { writeCursor } from './list-cursor.ts';
import { listCustomers } from './list-customers.ts';
import { searchPatterns } from './search-patterns.ts';

const fixture = useDatabaseFixture();
const clientele = makeCustomers(1_500, 1);
const neighbors = makeCustomers(300, 2);
/** Records merged into others: they appear in no order and under no name. */
const merged = makeCustomers(1_560, 6).slice(1_500);
let app: App;
let close: () => Promise<void>;
let merchant: StaffSession;
let neighbor: StaffSession;

beforeAll(async () => {
  ({ app, close } = await openMoneyApp(fixture.database.appUrl));
  merchant = await insertMerchant(fixture.owner);
  neighbor = await insertMerchant(fixture.owner);
  await insertCustomers(fixture.owner, merchant.merchantId, clientele);
  await insertCustomers(fixture.owner, neighbor.merchantId, neighbors);
  await insertCustomers(fixture.owner, merchant.merchantId, merged);
  await fixture.owner.query(
    'UPDATE customers SET phone = NULL, merged_into_id = $2 WHERE merchant_id = $1 AND id = ANY ($3)',
    [merchant.merchantId, clientele[0]?.id, idsOf(merged)],
  );
});
afterAll(() => close?.());

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Reads page after page; `between` is called after each. */
async function walk(
  merchantId: string,
  input: { sort: CustomerSort; search?: string },
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  for (let page = 0; ; page += 1) {
    const { customers, next } = await listCustomers(app, merchantId, { ...input, after });
    ids.push(...idsOf(customers));
    if (next === null) return ids;
    expect(customers).toHaveLength(50);
    after = next;
    await between(page);
  }
}

describe.each(CUSTOMER_SORTS)('in the order of %s', (sort) => {
  test('every customer comes once, in order, ties by id', async () => {
    expect(await walk(merchant.merchantId, { sort })).toEqual(idsInOrder(clientele, sort));
  });

  test('a search finds the same customers as a plain reading of it, in the same order', async () => {
    for (const search of Object.keys(SEARCHES)) {
      const meant = clientele.filter((customer) => matches(customer, search));
      expect(await walk(merchant.merchantId, { sort, search }), search).toEqual(idsInOrder(meant, sort));
    }
  });

  test('all ways of searching give the same answer', async () => {
    for (const search of Object.keys(SEARCHES)) {
      const patterns = searchPatterns(search);
      if (patterns.length === 0) continue;
      const meant = idsInOrder(
        clientele.filter((customer) => matches(customer, search)),
        sort,
      ).slice(0, 51);
      const asked = { sort, after: undefined, patterns };
      await app.tenancy.withTenant(merchant.merchantId, async (tx) => {
        expect(idsOf(await walkMatchingCustomers(tx, asked, 8_000)), search).toEqual(meant);
        expect(idsOf((await findMatchingCustomers(tx, asked, 5_000)) ?? []), search).toEqual(meant);
        expect(idsOf(await gatherMatchingCustomers(tx, asked)), search).toEqual(meant);
        if (meant.length > 1)
          expect(await findMatchingCustomers(tx, asked, meant.length - 1), search).toBeUndefined();
      });
    }
  });

  test('customers added or changed between pages displace no others', async () => {
    const own = await insertMerchant(fixture.owner);
    const first = makeCustomers(220, 3);
    const late = makeCustomers(260, 4).slice(220);
    await insertCustomers(fixture.owner, own.merchantId, first);
    const seen = await walk(own.merchantId, { sort }, async (page) => {
      await insertCustomers(fixture.owner, own.merchantId, late.slice(page * 10, page * 10 + 10));
      await fixture.owner.query(
        'UPDATE customers SET name = upper(name) WHERE merchant_id = $1 AND id = ANY ($2)',
        [own.merchantId, idsOf(first.slice(page * 10, page * 10 + 30))],
      );
    });
    expect(new Set(seen).size).toBe(seen.length);
    const firstIds = new Set(idsOf(first));
    expect(seen.filter((id) => firstIds.has(id))).toEqual(idsInOrder(first, sort));
  });
});

test.each(CUSTOMER_SORTS)(
  'under row-level security the position in the order of %s is found by its index, not by reading up to it',
  async (sort) => {
    const asApi = openPool(fixture.database.appUrl, { connections: 1 }, () => undefined);
    const client = await asApi.connect();
    try {
      const moment = sort === 'last_purchase_at' || sort === 'created_at';
      await client.query('BEGIN');
      await client.query("SELECT set_config('app.merchant_id', $1, true)", [merchant.merchantId]);
      await client.query('SET LOCAL enable_sort = off');
      await client.query(
        `PREPARE place (uuid, ${moment ? 'timestamptz' : 'bigint'}, uuid) AS
           SELECT c.id FROM customers c WHERE ${isAfter(sort)} ${inOrder(sort)} LIMIT 51`,
      );
      const key = moment ? '2026-01-20' : '100';
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (COSTS off) EXECUTE place ('${merchant.merchantId}', '${key}', '${clientele[0]?.id}')`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']);
      expect(plan.filter((line) => line.includes('Filter: ') && !line.includes('One-Time'))).toEqual([]);
      expect(plan.find((line) => line.includes('Index Cond'))).toMatch(/AND \(ROW\(.*, id\) < ROW\(/);
    } finally {
      client.release(true);
      await asApi.end();
    }
  },
);

test('a common word that is rare where the page begins is still found', async () => {
  const own = await insertMerchant(fixture.owner);
  // Nine thousand who bought, then the customers searched for.
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, name, total_spent_cents)
     SELECT $1, gen_random_uuid(), (11900000000 + n)::text, CASE WHEN n <= 9500 THEN 'Bia' ELSE 'Zélia' END,
       greatest(20000 - n, 0) FROM generate_series(1, 14800) n`,
    [own.merchantId],
  );
  const first = await listCustomers(app, own.merchantId, { sort: 'total_spent', search: 'zelia' });
  expect(first.customers[0]).toMatchObject({ name: 'Zélia', totalSpentCents: 20_000 - 9_501 });
  const second = await listCustomers(app, own.merchantId, {
    sort: 'total_spent',
    search: 'zelia',
    after: first.next ?? '',
  });
  expect(second.customers.map(({ totalSpentCents }) => totalSpentCents)).toEqual(
    Array.from({ length: 50 }, (_, index) => 20_000 - 9_551 - index),
  );
});

describe('best first', () => {
  const SOUGHT: [name: string, phone: string, daysAgo: number | null][] = [
    ['Juliana Prado', '11900000001', 1],
    ['Ana Barbosa', '11900000002', 30],
    ['Maria Ána', '11900000003', 20],
    ['Mariana', '1190000ana', null],
    ['Rui 4321', '11943210000', 2],
    ['Bia', '11900004321', 40],
  ];

  async function findNames(search: string, options = {}) {
    const own = await insertMerchant(fixture.owner);
    for (const [name, phone, daysAgo] of SOUGHT) {
      await fixture.owner.query(
        `INSERT INTO customers (merchant_id, id, phone, name, last_purchase_at)
         VALUES ($1, gen_random_uuid(), $2, $3, now() - $4::int * interval '1 day')`,
        [own.merchantId, phone.replace(/\D/g, '0').padEnd(11, '0'), name, daysAgo],
      );
    }
    const asked = { search, sort: 'last_purchase_at', bestFirst: true, limit: 6, ...options } as const;
    const { customers, next } = await listCustomers(app, own.merchantId, asked);
    expect(next).toBeNull();
    return customers.map(({ name }) => name);
  }

  test('words of a name that begin with what is typed, by last purchase, then the other matches', async () => {
    expect(await findNames('ANA')).toEqual(['Maria Ána', 'Ana Barbosa', 'Juliana Prado', 'Mariana']);
    expect(await findNames('ana', { limit: 1 })).toEqual(['Maria Ána']);
  });

  test('a part of an e-mail is found as in the list', async () => {
    const listed = await listCustomers(app, merchant.merchantId, { search: '@gmail', sort: 'created_at' });
    const best = await listCustomers(app, merchant.merchantId, {
      search: '@gmail',
      sort: 'created_at',
      bestFirst: true,
    });
    expect(listed.customers.length).toBeGreaterThan(0);
    expect(idsOf(best.customers)).toEqual(idsOf(listed.customers));
  });

  test('a phone that ends with what is typed comes before one that holds it', async () => {
    expect(await findNames('4321')).toEqual(['Bia', 'Rui 4321']);
  });
});

test("another merchant's customers are never found by any search, and its cursor reveals nothing", async () => {
  const own = await insertMerchant(fixture.owner);
  for (const { name, email, phone } of neighbors.slice(0, 20)) {
    for (const search of [phone, email, name]) {
      if (search === null) continue;
      expect((await listCustomers(app, own.merchantId, { sort: 'created_at', search })).customers).toEqual(
        [],
      );
    }
  }
  const theirs = await listCustomers(app, neighbor.merchantId, { sort: 'total_spent' });
  const page = await listCustomers(app, own.merchantId, { sort: 'total_spent', after: theirs.next ?? '' });
  expect(page).toMatchObject({ customers: [], next: null });
});

test('the function that may read across merchants answers for the transaction’s merchant only', async () => {
  const matching = 'SELECT lookup.customers_matching($1, $2, 10) AS id';
  const asked = [neighbor.merchantId, ['%a%', '%a%', '%a%']];
  const as = (tenant: string) =>
    app.tenancy.withTenant(tenant, (tx) => tx.query({ name: 'matching', text: matching }, asked));
  expect(await as(neighbor.merchantId)).toHaveLength(10);
  expect(await as(merchant.merchantId)).toEqual([]);
  expect(await app.tenancy.lookup({ name: 'matching', text: matching }, asked)).toEqual([]);
});

test('a cursor that was tampered with, or is of another order, is refused without harm', async () => {
  const position = { key: '1000', id: clientele[0]?.id ?? '' };
  const list = (after: string) => listCustomers(app, merchant.merchantId, { sort: 'created_at', after });
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const refused = [
    '',
    'x',
    writeCursor('total_spent', position),
    writeCursor('created_at', { ...position, key: '-infinity' }),
    encode(`created_at.99999999999999999.${position.id}`),
    encode(`created_at.-1.${position.id}`),
    encode("created_at.1000.' OR true --"),
    encode('created_at.1000.00000000-0000-0000-0000-00000000000g'),
  ];
  for (const after of refused)
    await expect(list(after), after).rejects.toMatchObject({ code: 'bad_request' });
  await list(encode(`created_at.9999999999999999.${position.id}`));
  const good = writeCursor('created_at', position);
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), fc.constantFrom(...'aZ09_-.!é'), async (at, character) => {
      const outcome = await list(good.slice(0, at) + character + good.slice(at + 1)).catch((error) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Refusal);
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('the link is the public page on the merchant’s own address, limited to its program', async () => {
  const own = await insertMerchant(fixture.owner);
  await insertCustomers(fixture.owner, own.merchantId, makeCustomers(1, 5));
  const { signupLinkSlug } = own.client.merchant;
  const link = async () => (await listCustomers(app, own.merchantId, { sort: 'available' })).customers[0];
  const before = await link();
  const path = `/customer/dashboard/${before?.phone}?loja=${signupLinkSlug}`;
  expect(before?.dashboardLink).toBe(`${app.env.publicOrigin}${path}`);
  const domain = `${signupLinkSlug}.example.com`;
  for (const [status, origin] of [
    ['waiting', app.env.publicOrigin],
    ['verified', `https://${domain}`],
  ]) {
    await fixture.owner.query(
      'UPDATE merchants SET custom_domain = $2, custom_domain_status = $3 WHERE id = $1',
      [own.merchantId, domain, status],
    );
    expect((await link())?.dashboardLink).toBe(`${origin}${path}`);
  }
});
