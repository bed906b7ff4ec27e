import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeUnconfirmed } from './summarize-unconfirmed.ts';

const fixture = useMoneyFixture();
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const unconfirmed = (period = YEAR) => summarizeUnconfirmed(fixture.app, fixture.staff.merchantId, period);

test('a period without purchases has zeros and no customer to remind', async () => {
  expect(await unconfirmed()).toEqual({
    period: YEAR,
    transactions: 0,
    cents: 0,
    shareTenths: 0,
    recentTransactions: 0,
    recentCents: 0,
    lapsedTransactions: 0,
    lapsedCents: 0,
    latest: [],
  });
});

test('unconfirmed purchases count net of reversals, and are listed with the customer to remind', async () => {
  const { counter, phone, owner, staff } = fixture;
  const known = await counter.issue(phone, 10_000);
  await owner.query("UPDATE customers SET name = 'Zoé' WHERE merchant_id = $1", [staff.merchantId]);
  clock.advance(1_000);
  const nameless = freshPhone();
  const partly = await counter.issue(nameless, 20_001);
  await counter.reversePurchase(partly, 4_001);
  const wholly = await counter.issue(freshPhone(), 50_000);
  await counter.reversePurchase(wholly, 50_000);
  await counter.earn(freshPhone(), 30_000);
  // Five per cent of nine centavos rounds to nothing: there is nothing to confirm.
  await counter.issue(freshPhone(), 9);
  const customerId = async (each: string) => (await counter.balance(each)).id;
  expect(await unconfirmed()).toMatchObject({
    transactions: 2,
    cents: 1_300,
    shareTenths: 500,
    recentTransactions: 2,
    recentCents: 1_300,
    lapsedTransactions: 0,
    latest: [
      {
        transactionId: partly.transactionId,
        createdAt: '2026-03-10T12:00:01.000Z',
        customerId: await customerId(nameless),
        customerName: null,
        phone: nameless,
        amountCents: 16_000,
        cashbackCents: 800,
        expiresAt: '2026-04-09T12:00:01.000Z',
      },
      { transactionId: known.transactionId, customerName: 'Zoé', phone, cashbackCents: 500 },
    ],
  });
  await counter.open(known);
  expect(await unconfirmed()).toMatchObject({ transactions: 1, cents: 800, shareTenths: 250 });
});

test('a purchase of thirty days is recent until its thirtieth day ends, and lapsed from the next', async () => {
  await fixture.counter.issue(fixture.phone, 10_000);
  // The thirtieth day, counted with that of the purchase, is 8 April.
  clock.set('2026-04-09T02:59:59.999Z');
  expect(await unconfirmed()).toMatchObject({
    recentTransactions: 1,
    recentCents: 500,
    lapsedTransactions: 0,
  });
  expect((await unconfirmed()).latest).toHaveLength(1);
  clock.set('2026-04-09T03:00:00.000Z');
  expect(await unconfirmed()).toMatchObject({
    transactions: 1,
    recentTransactions: 0,
    recentCents: 0,
    lapsedTransactions: 1,
    lapsedCents: 500,
    latest: [],
  });
});

test('the twenty newest of the period are listed, found beyond days on which all customers confirmed', async () => {
  const { counter } = fixture;
  const ids: string[] = [];
  for (let number = 0; number < 22; number += 1) {
    const { transactionId } = await counter.issue(freshPhone(), 1_000);
    ids.unshift(transactionId);
    clock.advance(number % 3 === 0 ? DAY_MS : 1_000);
    if (number % 3 === 0) await counter.earn(freshPhone(), 1_000);
  }
  clock.advance(5 * DAY_MS);
  for (let number = 0; number < 3; number += 1) await counter.earn(freshPhone(), 1_000);
  const listed = async (period = YEAR) =>
    (await unconfirmed(period)).latest.map(({ transactionId }) => transactionId);
  expect(await listed()).toEqual(ids.slice(0, 20));
  // 10 and 11 March have only the first four purchases; the second day alone has three.
  expect(await listed({ from: '2026-03-10', to: '2026-03-11' })).toEqual(ids.slice(-4));
  expect(await listed({ from: '2026-03-11', to: '2026-03-11' })).toEqual(ids.slice(-4, -1));
});

test('where clocks went back in between, a code is good for its thirty times 24 hours all the same', async () => {
  await fixture.setRules({ time_zone: 'America/New_York' });
  clock.set('2026-10-03T04:00:00.000Z'); // midnight
  await fixture.counter.issue(fixture.phone, 10_000);
  clock.set('2026-11-02T03:59:59.999Z');
  expect((await unconfirmed()).latest).toHaveLength(1);
  clock.set('2026-11-02T04:00:00.000Z'); // an hour before the thirtieth day ends
  expect(await unconfirmed()).toMatchObject({ recentTransactions: 1, latest: [] });
});
