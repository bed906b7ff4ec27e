import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { createCounter, DAY_MS, insertMerchant } from '../test/money-app.ts';
import { clock, START, useMoneyFixture } from '../test/money-fixture.ts';
import { eraseCustomer } from './erase-customer.ts';
import { findCustomer } from './find-customer.ts';
import { findNinthDigitPairs } from './find-ninth-digit-pairs.ts';

const fixture = useMoneyFixture();
const found = () => findNinthDigitPairs(fixture.app, fixture.staff.merchantId);
const phones = async () => (await found()).pairs.map(({ target, source }) => [target.phone, source.phone]);

async function earnBoth(old = '1187654321', whole = '11987654321'): Promise<void> {
  await fixture.counter.earn(old, 10_000);
  await fixture.counter.earn(whole, 4_000);
}

test('a pair has both records with what they have, whichever came first; the whole number stays', async () => {
  expect(await found()).toEqual({ count: 0, pairs: [], timeZone: 'America/Sao_Paulo' });
  await fixture.setRules({ cashback_available_immediately: false, cashback_maturing_days: 1 });
  await fixture.counter.earn('1187654321', 10_000);
  clock.advance(DAY_MS);
  await fixture.counter.earn('11987654321', 4_000);
  const target = { id: expect.any(String), phone: '11987654321', name: null, availableCents: 0 };
  const source = { id: expect.any(String), phone: '1187654321', name: null, availableCents: 500 };
  expect(await found()).toEqual({
    count: 1,
    pairs: [
      {
        target: {
          ...target,
          maturingCents: 200,
          totalCashbackCents: 200,
          lastPurchaseAt: new Date(Date.parse(START) + DAY_MS).toISOString(),
        },
        source: { ...source, maturingCents: 0, totalCashbackCents: 500, lastPurchaseAt: START },
      },
    ],
    timeZone: 'America/Sao_Paulo',
  });
});

test.each([
  ['a landline and a number with a 9 before it', '1132654321', '11932654321'],
  ['numbers of two areas', '1187654321', '21987654321'],
  ['numbers that share their end alone', '1187654321', '11997654321'],
])('no pair: %s', async (_, first, second) => {
  await earnBoth(first, second);
  expect(await found()).toMatchObject({ count: 0, pairs: [] });
});

test('every mobile number of the old plan is one, from 6 to 9', async () => {
  for (const digit of [6, 7, 8, 9]) await earnBoth(`21${digit}7654321`, `219${digit}7654321`);
  expect(await phones()).toEqual([6, 7, 8, 9].map((digit) => [`219${digit}7654321`, `21${digit}7654321`]));
});

test('half of a pair at another merchant is none', async () => {
  const { app, counter, owner } = fixture;
  await counter.earn('1187654321', 10_000);
  await createCounter(app, await insertMerchant(owner)).earn('11987654321', 10_000);
  expect(await phones()).toEqual([]);
});

test('a merged pair and an erased one are gone, and the next one is there', async () => {
  const { app, counter, staff } = fixture;
  const { merchantId } = staff;
  for (const area of [11, 21, 31]) await earnBoth(`${area}87654321`, `${area}987654321`);
  await counter.merge('11987654321', '1187654321');
  const { id: customerId } = await findCustomer(app, merchantId, '2187654321');
  await eraseCustomer(app, { merchantId, customerId, basis: 'request', staff: null, request: null });
  expect(await phones()).toEqual([['31987654321', '3187654321']]);
  expect(await found()).toMatchObject({ count: 1 });
});

test('ten of many are shown, in the order of their numbers, and a hundred are counted', async () => {
  const insertPairs = (from: number, to: number) =>
    fixture.owner.query(
      `INSERT INTO customers (merchant_id, id, phone)
       SELECT $1, gen_random_uuid(), '11' || nine || (87650000 + n) FROM generate_series($2::int, $3::int) n, unnest(ARRAY['', '9']) nine`,
      [fixture.staff.merchantId, from, to],
    );
  await insertPairs(2, 12);
  await fixture.counter.earn(freshPhone(), 1_000);
  expect(await found()).toMatchObject({ count: 11 });
  expect((await phones()).map(([, old]) => old)).toEqual(
    Array.from({ length: 10 }, (_, place) => String(1_187_650_002 + place)),
  );
  await insertPairs(13, 120);
  expect(await found()).toMatchObject({ count: 100 });
});
