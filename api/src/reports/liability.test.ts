import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { summarizeCustomers } from '../customers/summarize-customers.ts';
import { databaseTime } from '../lib/clock.ts';
import { DAY_MS, settleInTime } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeLiability } from './summarize-liability.ts';

const fixture = useMoneyFixture();
const liability = () => summarizeLiability(fixture.app, fixture.staff.merchantId);
const NOTHING = {
  availableCents: 0,
  maturingCents: 0,
  redeemableTotalCents: 0,
  neverExpiringCents: 0,
  expiredCents: 0,
};
const expiring = (thirty: number, sixty: number, ninety: number) => [
  { days: 30, cents: thirty },
  { days: 60, cents: sixty },
  { days: 90, cents: ninety },
];
const lastsFor = (days: number) =>
  fixture.setRules({ cashback_expires: true, cashback_expiration_days: days });

test('a merchant that owes nothing has zeros and no lots', async () => {
  expect(await liability()).toEqual({
    at: clock.now().toISOString(),
    ...NOTHING,
    expiring: expiring(0, 0, 0),
    lots: [],
  });
});

test('a lot expires within 30 days if its last day is the thirtieth from today, and not if it is the day after', async () => {
  // 10 March, nine in the morning; the lots' last days are 9 April, 10 April and 8 June.
  for (const [days, cents] of [
    [30, 10_000],
    [31, 20_000],
    [90, 40_000],
    [91, 80_000],
  ] as const) {
    await lastsFor(days);
    await fixture.counter.earn(freshPhone(), cents);
  }
  await fixture.setRules({ cashback_expires: false });
  await fixture.counter.earn(freshPhone(), 160_000);
  expect(await liability()).toMatchObject({
    ...NOTHING,
    availableCents: 15_500,
    redeemableTotalCents: 15_500,
    expiring: expiring(500, 1_500, 3_500),
    neverExpiringCents: 8_000,
    lots: [
      { month: '2026-04', remainingCents: 1_500, maturingCents: 0 },
      { month: '2026-06', remainingCents: 6_000, maturingCents: 0 },
      { month: null, remainingCents: 8_000, maturingCents: 0 },
    ],
  });
  // The last millisecond of today, then the first of tomorrow, whose thirtieth day is one later.
  clock.set('2026-03-11T02:59:59.999Z');
  expect((await liability()).expiring).toEqual(expiring(500, 1_500, 3_500));
  clock.set('2026-03-11T03:00:00.000Z');
  expect((await liability()).expiring).toEqual(expiring(1_500, 1_500, 7_500));
});

test('what is over by the clock is expired in that moment, whether or not the job has settled it', async () => {
  await lastsFor(2);
  await fixture.counter.earn(fixture.phone, 10_000);
  // Its last day is 12 March, which ends at three in the morning of the 13th, UTC.
  clock.set('2026-03-13T02:59:59.999Z');
  expect(await liability()).toMatchObject({
    availableCents: 500,
    expiredCents: 0,
    expiring: expiring(500, 500, 500),
  });
  clock.set('2026-03-13T03:00:00.000Z');
  const expired = { ...NOTHING, expiredCents: 500, expiring: expiring(0, 0, 0), lots: [] };
  expect(await liability()).toMatchObject(expired);
  await settleInTime(fixture.app);
  expect(await liability()).toMatchObject(expired);
});

test('maturing cashback becomes available in the first moment of its day, and expires from then on', async () => {
  await fixture.setRules({
    cashback_available_immediately: false,
    cashback_maturing_days: 3,
    cashback_expires: true,
    cashback_expiration_days: 30,
  });
  await fixture.counter.earn(fixture.phone, 10_000);
  const maturing = {
    availableCents: 0,
    maturingCents: 500,
    redeemableTotalCents: 500,
    // 12 April is the thirty-third day from today.
    expiring: expiring(0, 500, 500),
    lots: [{ month: '2026-04', remainingCents: 500, maturingCents: 500 }],
  };
  expect(await liability()).toMatchObject(maturing);
  clock.set('2026-03-13T02:59:59.999Z');
  expect(await liability()).toMatchObject({ maturingCents: 500 });
  clock.set('2026-03-13T03:00:00.000Z');
  expect(await liability()).toMatchObject({
    availableCents: 500,
    maturingCents: 0,
    expiring: expiring(500, 500, 500),
    lots: [{ month: '2026-04', remainingCents: 500, maturingCents: 0 }],
  });
});

test('what is owed is what the balances add up to, also of records made one and what was redeemed, reversed and undone', async () => {
  const { counter, phone, owner, staff } = fixture;
  await lastsFor(10);
  const source = freshPhone();
  const purchase = await counter.earn(phone, 30_000);
  await counter.earn(source, 20_000);
  const undone = await counter.spend(phone, 400);
  await counter.spend(phone, 100);
  await counter.reverseRedemption(undone);
  await counter.reversePurchase(purchase, 5_000);
  await counter.merge(phone, source);
  const balances = async () => {
    const { rows } = await owner.query(
      `SELECT sum(s.balance_cents)::bigint AS balance, sum(s.available_cents)::bigint AS available
       FROM customers c, LATERAL open_lots_summary(c.merchant_id, c.id, $2) s WHERE c.merchant_id = $1`,
      [staff.merchantId, databaseTime(clock)],
    );
    return rows[0];
  };
  for (const days of [0, 5, 10]) {
    clock.advance(days * DAY_MS);
    const { balance, available } = await balances();
    expect(await liability()).toMatchObject({ redeemableTotalCents: balance, availableCents: available });
    expect(await summarizeCustomers(fixture.app, staff.merchantId)).toMatchObject({
      availableCents: available,
    });
  }
});
