import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();
const balance = () => fixture.counter.balance(fixture.phone);
const program = async () => (await fixture.showDashboard()).programmes[0];
const justBefore = (moment: string) => new Date(new Date(moment).getTime() - 1);

/** The same local evening, 23:30 on 10 March, and the first moment of the local day after. */
const ZONES = [
  { zone: 'America/Sao_Paulo', evening: '2026-03-11T02:30:00Z', midnight: 'T03:00:00.000Z' },
  { zone: 'America/Rio_Branco', evening: '2026-03-11T04:30:00Z', midnight: 'T05:00:00.000Z' },
  { zone: 'America/Noronha', evening: '2026-03-11T01:30:00Z', midnight: 'T02:00:00.000Z' },
  { zone: 'Asia/Tokyo', evening: '2026-03-10T14:30:00Z', midnight: 'T15:00:00.000Z', dayBehind: 1 },
];

describe.each(ZONES)('in $zone', ({ zone, evening, midnight, dayBehind = 0 }) => {
  const startOf = (day: string) => {
    const moment = new Date(`${day}${midnight}`);
    return new Date(moment.getTime() - dayBehind * DAY_MS).toISOString();
  };

  test("a maturing credit can be spent from the start of the merchant's day, not a millisecond before", async () => {
    const rules = { cashback_available_immediately: false, cashback_maturing_days: 1, time_zone: zone };
    const { counter, phone } = fixture;
    clock.set(evening);
    await fixture.setRules(rules);
    const purchase = await counter.issue(phone, 10_000);
    // Half an hour before midnight is a day of its own.
    const opened = await counter.open(purchase);
    expect(opened).toMatchObject({ availableCents: 0, availableAt: startOf('2026-03-11') });
    expect(await balance()).toMatchObject({ availableCents: 0, maturingCents: 500, totalCashbackCents: 500 });
    await expect(counter.createRedemption(phone, 1)).rejects.toThrow('Cliente não possui saldo disponível');

    clock.set(justBefore(startOf('2026-03-11')));
    expect(await balance()).toMatchObject({ availableCents: 0, maturingCents: 500 });
    expect(await program()).toMatchObject({ availableCents: 0, maturing: [{ amountCents: 500 }] });
    clock.set(startOf('2026-03-11'));
    expect(await balance()).toMatchObject({ availableCents: 500, maturingCents: 0 });
    expect(await program()).toMatchObject({ availableCents: 500, maturing: [] });
    await counter.redeem(await counter.createRedemption(phone, 500));
    expect(await balance()).toMatchObject({ availableCents: 0, totalCashbackCents: 500 });
  });

  test("a credit lives to the end of the merchant's day, and is worth nothing from the next moment on", async () => {
    const rules = { cashback_expires: true, cashback_expiration_days: 2, time_zone: zone };
    const { counter, phone } = fixture;
    clock.set(evening);
    await fixture.setRules(rules);
    await counter.earn(phone, 10_000);
    const end = startOf('2026-03-13');
    expect(await program()).toMatchObject({ expiring: [{ amountCents: 500, expiresAt: end }] });
    clock.set(justBefore(end));
    await counter.redeem(await counter.createRedemption(phone, 100));
    const pending = await counter.createRedemption(phone, 100);
    expect(await balance()).toMatchObject({ availableCents: 400 });
    clock.set(end);
    // No job has run: it counts for nothing all the same.
    expect(await balance()).toMatchObject({ availableCents: 0, maturingCents: 0, totalCashbackCents: 500 });
    expect(await program()).toMatchObject({ availableCents: 0, expiring: [] });
    await expect(counter.createRedemption(phone, 1)).rejects.toThrow('Cliente não possui saldo disponível');
    await expect(counter.redeem(pending)).rejects.toThrow('Saldo insuficiente para este resgate');
    const { rows } = await fixture.owner.query(
      "SELECT amount_cents::int AS cents FROM ledger_entries WHERE customer_id = $1 AND kind = 'expiry'",
      [(await balance()).id],
    );
    expect(rows, 'the next movement writes what expired into the ledger').toEqual([{ cents: -400 }]);
  });
});

test('a maturing credit that expires lives its days from the day it becomes available', async () => {
  const rules = {
    cashback_available_immediately: false,
    cashback_maturing_days: 10,
    cashback_expires: true,
    cashback_expiration_days: 1,
  };
  const { counter, phone } = fixture;
  await fixture.setRules(rules);
  await counter.earn(phone, 10_000);
  const states: [moment: string | Date, available: number, maturing: number][] = [
    [justBefore('2026-03-20T03:00:00Z'), 0, 500],
    ['2026-03-20T03:00:00Z', 500, 0],
    [justBefore('2026-03-22T03:00:00Z'), 500, 0],
    ['2026-03-22T03:00:00Z', 0, 0],
  ];
  for (const [moment, availableCents, maturingCents] of states) {
    clock.set(moment);
    expect(await balance(), String(moment)).toMatchObject({ availableCents, maturingCents });
  }
  await counter.earn(phone, 10_000);
  expect(await balance()).toMatchObject({ availableCents: 0, maturingCents: 500, totalCashbackCents: 1_000 });
});

test('changing the rules touches later credits only', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 10_000);
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 1 });
  await counter.earn(phone, 20_000);
  await fixture.setRules({ cashback_expiration_days: 3_650 });
  clock.advance(5 * DAY_MS);
  expect(await balance()).toMatchObject({ availableCents: 500 });
  await fixture.setRules({ cashback_expires: false });
  clock.advance(3_000 * DAY_MS);
  expect(await balance()).toMatchObject({ availableCents: 500 });
});

test('the rules in force at the confirmation are the credit’s, and are written on it', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ rate_basis_points: 700 });
  const purchase = await counter.issue(phone, 10_000);
  await fixture.setRules({
    rate_basis_points: 900,
    cashback_expires: true,
    cashback_expiration_days: 7,
    cashback_available_immediately: false,
    cashback_maturing_days: 3,
  });
  await counter.open(purchase);
  const { rows } = await fixture.owner.query(
    `SELECT amount_cents::int AS cents, rate_basis_points, maturing_days, expiration_days, available_at, expires_at
     FROM cashback_lots WHERE id = $1`,
    [purchase.transactionId],
  );
  expect(rows).toEqual([
    {
      cents: 700,
      rate_basis_points: 700,
      maturing_days: 3,
      expiration_days: 7,
      available_at: new Date('2026-03-13T03:00:00Z'),
      expires_at: new Date('2026-03-21T03:00:00Z'),
    },
  ]);
});

test('where clocks skip midnight, a credit ends at the first moment of the next day', async () => {
  // Santiago goes from 23:59:59 on 5 September 2026 straight to 01:00 on the 6th.
  const rules = { cashback_expires: true, cashback_expiration_days: 1, time_zone: 'America/Santiago' };
  const { counter, phone } = fixture;
  clock.set('2026-09-04T16:00:00Z');
  await fixture.setRules(rules);
  await counter.earn(phone, 10_000);
  clock.set(justBefore('2026-09-06T04:00:00Z'));
  expect(await balance()).toMatchObject({ availableCents: 500 });
  clock.set('2026-09-06T04:00:00Z');
  expect(await balance()).toMatchObject({ availableCents: 0 });
});
