import { randomUUID } from 'node:crypto';
import { addDays } from 'domain/report-periods';
import {
  LOYAL_PURCHASES,
  SEGMENTS,
  type Segment,
  segmentOf,
  spendingValue,
  VALUES,
  type Value,
} from 'domain/segments';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { listCustomersOfSegment, type SegmentCustomer } from './list-segment-customers.ts';
import { writeSegmentCursor } from './segment-cursor.ts';
import { summarizeSegments, VALUE_CLASSES } from './summarize-segments.ts';

const fixture = useMoneyFixture();
const TODAY = '2026-03-10';

test('the database classes frequency and value by the same limits as the screens', async () => {
  const cents = [0, 1, 19_999, 20_000, 20_001, 49_999, 50_000, 50_001, 9_007_199_254_740_991];
  const { rows: values } = await fixture.owner.query(
    'SELECT value_class(c) AS class FROM unnest($1::bigint[]) AS c',
    [cents],
  );
  expect(values.map((row) => row.class)).toEqual(cents.map((each) => VALUE_CLASSES[spendingValue(each)]));

  const purchases = [1, 2, 3, LOYAL_PURCHASES - 1, LOYAL_PURCHASES, LOYAL_PURCHASES + 1, 1_000];
  const { rows: frequencies } = await fixture.owner.query(
    `SELECT frequency_class(p) >= frequency_class($2) AS is_loyal FROM unnest($1::integer[]) AS p`,
    [purchases, LOYAL_PURCHASES],
  );
  expect(frequencies.map((row) => row.is_loyal)).toEqual(purchases.map((each) => each >= LOYAL_PURCHASES));
});

interface Bought {
  id: string;
  phone: string;
  days: string[];
  cents: number;
}

/** Many buyers on few days, so that pages end within a day; of every segment and value. */
function makeBuyers(count: number): Bought[] {
  return Array.from({ length: count }, (_, number) => {
    const lastAgo = [0, 1, 30, 31, 60, 61, 120, 121, 300][number % 9] ?? 0;
    const purchases = 1 + (Math.floor(number / 9) % 5);
    const days = Array.from({ length: purchases }, (_, nth) =>
      addDays(TODAY, -lastAgo - nth * (number % 2 === 0 ? 0 : 20)),
    );
    return { id: randomUUID(), phone: freshPhone(), days, cents: [4_000, 10_000, 30_000][number % 3] ?? 0 };
  });
}

/** Straight into the tables: in one statement, after which the rollups are rebuilt. */
async function insertBuyers(
  merchantId: string,
  employeeId: string,
  buyers: readonly Bought[],
): Promise<void> {
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, total_spent_cents, last_purchase_at)
     SELECT $1, id, phone, cents, (last || 'T15:00:00Z')::timestamptz
     FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::text[]) AS c (id, phone, cents, last)`,
    [
      merchantId,
      buyers.map(({ id }) => id),
      buyers.map(({ phone }) => phone),
      buyers.map(({ cents, days }) => cents * days.length),
      buyers.map(({ days }) => days[0]),
    ],
  );
  const purchases = buyers.flatMap(({ id, days, cents }) => days.map((day) => ({ id, day, cents })));
  await fixture.owner.query(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
       token_hash, token_expires_at, created_at)
     SELECT $1, gen_random_uuid(), customer_id, $2, cents, cents / 20, 500, sha256(gen_random_uuid()::text::bytea),
       (day || 'T15:00:00Z')::timestamptz + interval '30 days', (day || 'T15:00:00Z')::timestamptz
     FROM unnest($3::uuid[], $4::text[], $5::bigint[]) AS s (customer_id, day, cents)`,
    [
      merchantId,
      employeeId,
      purchases.map(({ id }) => id),
      purchases.map(({ day }) => day),
      purchases.map(({ cents }) => cents),
    ],
  );
}

async function readPages(segment: Segment, value?: Value): Promise<SegmentCustomer[]> {
  const all: SegmentCustomer[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listCustomersOfSegment(fixture.app, fixture.staff.merchantId, {
      segment,
      value,
      after,
    });
    expect(page.customers.length === 50 || page.next === null).toBe(true);
    all.push(...page.customers);
    if (page.next === null) return all;
    after = page.next;
  }
}

test('the pages of a segment list exactly the customers it counts, each once and in order', async () => {
  clock.set(`${TODAY}T15:00:00Z`);
  const buyers = makeBuyers(1_200);
  await insertBuyers(fixture.staff.merchantId, fixture.staff.employeeId, buyers);
  const stranger = await insertMerchant(fixture.owner);
  await insertBuyers(stranger.merchantId, stranger.employeeId, makeBuyers(60));
  const expected = buyers
    .map(({ id, phone, days, cents }) => {
      const [lastOn = '', firstOn = ''] = [days[0], days.at(-1)];
      const spentCents = cents * days.length;
      const bought = { purchases: days.length, spentCents, firstOn, lastOn };
      const row = { customerId: id, name: null, phone, ...bought, availableCents: 0, expiresOn: null };
      return { row, segment: segmentOf(row, TODAY), value: spendingValue(spentCents) };
    })
    .sort((a, b) => (`${a.row.lastOn}${a.row.customerId}` > `${b.row.lastOn}${b.row.customerId}` ? -1 : 1));
  const { segments, customers } = await summarizeSegments(fixture.app, fixture.staff.merchantId);
  expect(customers).toBe(buyers.length);
  for (const segment of SEGMENTS) {
    const theirs = expected.filter((each) => each.segment === segment);
    expect(theirs.length, segment).toBeGreaterThan(50);
    expect(await readPages(segment), segment).toEqual(theirs.map(({ row }) => row));
    expect(segments.find((each) => each.segment === segment)?.customers).toBe(theirs.length);
    for (const value of VALUES)
      expect(await readPages(segment, value), `${segment} ${value}`).toEqual(
        theirs.filter((each) => each.value === value).map(({ row }) => row),
      );
  }
});

test('a full last page has no next, and one customer more has', async () => {
  clock.set(`${TODAY}T15:00:00Z`);
  const buyers = Array.from({ length: 50 }, () => ({
    id: randomUUID(),
    phone: freshPhone(),
    days: [TODAY],
    cents: 100,
  }));
  const { merchantId, employeeId } = fixture.staff;
  await insertBuyers(merchantId, employeeId, buyers);
  const first = () => listCustomersOfSegment(fixture.app, merchantId, { segment: 'new' });
  expect(await first()).toMatchObject({ next: null });
  await fixture.counter.issue(freshPhone(), 1_000);
  const { customers, next } = await first();
  expect([customers.length, typeof next]).toEqual([50, 'string']);
  expect((await readPages('new')).length).toBe(51);
});

test('a cursor is a place and nothing else: no other is taken, and one of another merchant begins where it says', async () => {
  const { app, staff, counter } = fixture;
  await counter.issue(fixture.phone, 1_000);
  const list = (after: string) =>
    listCustomersOfSegment(app, staff.merchantId, { segment: 'new', after }).then(({ customers }) =>
      customers.map(({ phone }) => phone),
    );
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const id = randomUUID();
  for (const broken of [
    '',
    'x',
    `2026-02-31.${id}`,
    `0000-01-01.${id}`,
    `2026-03-10.${id.slice(1)}`,
    `infinity.${id}`,
  ])
    await expect(list(encode(broken)), broken).rejects.toMatchObject({ code: 'bad_request' });
  expect(await list(writeSegmentCursor({ day: '2026-03-11', id }))).toEqual([fixture.phone]);
  expect(await list(writeSegmentCursor({ day: '2026-03-09', id }))).toEqual([]);
});

test('each customer has what can be spent now and the last day of the first part of it', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 30 });
  clock.set('2026-02-01T12:00:00Z');
  await counter.earn(phone, 10_000);
  clock.set('2026-03-01T12:00:00Z');
  await counter.earn(phone, 4_000);
  const read = async () => {
    const [customer] = [...(await readPages('new')), ...(await readPages('occasional'))];
    return customer && { availableCents: customer.availableCents, expiresOn: customer.expiresOn };
  };
  expect(await read()).toEqual({ availableCents: 700, expiresOn: '2026-03-03' });
  clock.set('2026-03-04T02:59:59.999Z');
  expect(await read()).toEqual({ availableCents: 700, expiresOn: '2026-03-03' });
  clock.set('2026-03-04T03:00:00Z');
  expect(await read()).toEqual({ availableCents: 200, expiresOn: '2026-03-31' });
  await counter.spend(phone, 200);
  expect(await read()).toEqual({ availableCents: 0, expiresOn: null });
  await fixture.setRules({ cashback_expires: false, cashback_available_immediately: false });
  await counter.earn(phone, 20_000);
  expect(await read()).toEqual({ availableCents: 0, expiresOn: null });
  clock.set('2026-03-06T12:00:00Z');
  expect(await read()).toEqual({ availableCents: 1_000, expiresOn: null });
});
