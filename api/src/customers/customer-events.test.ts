import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { createCounter, DAY_MS, HOUR_MS, insertMerchant } from '../test/money-app.ts';
import { clock, START, useMoneyFixture } from '../test/money-fixture.ts';
import { type CustomerDashboard, showDashboard } from './show-dashboard.ts';

const fixture = useMoneyFixture();
/** The end of 12 March in São Paulo, when a credit of 10 March with two days to live stops counting. */
const EXPIRED_AT = '2026-03-13T03:00:00.000Z';

const expireAfter = (days: number) =>
  fixture.setRules({ cashback_expires: true, cashback_expiration_days: days });

/** The sum of the page's lines, as a customer would add them up. */
function total({ purchases, cashbackEvents, redemptions, redemptionReversals }: CustomerDashboard): number {
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
  return (
    sum(purchases.map((purchase) => (purchase.credited ? purchase.cashbackCents : 0))) +
    sum(
      cashbackEvents.map((event) => {
        if (event.kind !== 'reversal') return event.cashbackCents;
        // A reversal before the confirmation reduces what the confirmation credited, so it changes no
        // balance.
        return event.cashbackCents + event.notTakenCents;
      }),
    ) -
    sum(redemptions.map((redemption) => redemption.amountCents)) +
    sum(redemptionReversals.map((reversal) => reversal.amountCents))
  );
}

test('a reversed purchase stays as it was, and its reversals are entries of their own', async () => {
  const { phone, counter } = fixture;
  const purchase = await counter.earn(phone, 10_000);
  clock.advance(HOUR_MS);
  await counter.reversePurchase(purchase, 4_000);
  clock.advance(HOUR_MS);
  await counter.reversePurchase(purchase, 6_000);
  const shown = await fixture.showDashboard();
  expect(shown.purchases).toMatchObject([
    { id: purchase.transactionId, amountCents: 10_000, cashbackCents: 500, credited: true, reversed: true },
  ]);
  const entry = { kind: 'reversal', credited: true, notTakenCents: 0, timeZone: 'America/Sao_Paulo' };
  expect(shown.cashbackEvents).toMatchObject([
    { ...entry, at: '2026-03-10T14:00:00.000Z', purchaseCents: 6_000, cashbackCents: -300 },
    { ...entry, at: '2026-03-10T13:00:00.000Z', purchaseCents: 4_000, cashbackCents: -200 },
  ]);
  expect(shown.programmes).toMatchObject([{ availableCents: 0, totalSpentCents: 0, totalCashbackCents: 0 }]);
  expect(total(shown)).toBe(0);
});

test('a purchase reversed before its code was confirmed took nothing from the balance', async () => {
  const { phone, counter } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  await counter.reversePurchase(purchase, 10_000);
  const shown = await fixture.showDashboard();
  expect(shown.purchases).toMatchObject([{ credited: false, reversed: true }]);
  expect(shown.cashbackEvents).toMatchObject([{ credited: false, cashbackCents: -500, notTakenCents: 0 }]);
});

test('the spent part is shown, until the redemption that spent it is undone', async () => {
  const { phone, counter } = fixture;
  const purchase = await counter.earn(phone, 10_000);
  const redemption = await counter.spend(phone, 400);
  await counter.reversePurchase(purchase, 10_000);
  const spent = await fixture.showDashboard();
  expect(spent.cashbackEvents).toMatchObject([{ cashbackCents: -500, notTakenCents: 400 }]);
  expect(total(spent)).toBe(0);

  clock.advance(HOUR_MS);
  await counter.reverseRedemption(redemption);
  const undone = await fixture.showDashboard();
  expect(undone.redemptions).toMatchObject([{ id: redemption.redemptionId, amountCents: 400 }]);
  expect(undone.redemptionReversals).toMatchObject([
    { amountCents: 400, recoveredCents: 400, at: '2026-03-10T13:00:00.000Z' },
  ]);
  expect(undone.cashbackEvents).toMatchObject([{ cashbackCents: -500, notTakenCents: 0 }]);
  expect(undone.programmes).toMatchObject([{ availableCents: 0 }]);
  expect(total(undone)).toBe(0);
});

test('corrections by hand are there with their sign, without reasons and names', async () => {
  const { owner, phone, staff, counter } = fixture;
  await counter.earn(phone, 10_000);
  await counter.adjust(phone, 250);
  clock.advance(HOUR_MS);
  await counter.adjust(phone, -100);
  await counter.reversePurchase(await counter.earn(phone, 2_000), 1_000);
  await counter.reverseRedemption(await counter.spend(phone, 300));
  const shown = await fixture.showDashboard();
  expect(shown.cashbackEvents.filter((event) => event.kind === 'adjustment')).toMatchObject([
    { cashbackCents: -100, at: '2026-03-10T13:00:00.000Z' },
    { cashbackCents: 250, at: START },
  ]);
  expect(total(shown)).toBe((await counter.balance(phone)).availableCents);
  const { name, email } = staff.client.employee;
  const { rows } = await owner.query('SELECT reason FROM adjustments WHERE merchant_id = $1', [
    staff.merchantId,
  ]);
  for (const internal of [rows[0].reason, name, email, staff.employeeId])
    expect(JSON.stringify(shown)).not.toContain(internal);
});

test('an expired credit is an entry at once, and the same one after its row is written', async () => {
  const { phone, counter } = fixture;
  await expireAfter(2);
  await counter.earn(phone, 10_000);
  await counter.earn(phone, 3_000);
  await counter.spend(phone, 200);
  clock.set(new Date(Date.parse(EXPIRED_AT) - 1));
  expect((await fixture.showDashboard()).cashbackEvents).toEqual([]);
  clock.set(EXPIRED_AT);
  const before = await fixture.showDashboard();
  expect(before.cashbackEvents).toMatchObject([{ kind: 'expiry', at: EXPIRED_AT, cashbackCents: -450 }]);
  expect(total(before)).toBe(0);
  clock.advance(DAY_MS);
  const purchase = await counter.earn(phone, 10_000);
  const after = await fixture.showDashboard();
  expect(after.cashbackEvents).toEqual(before.cashbackEvents);
  expect(total(after)).toBe(500);
  expect(after.purchases[0]).toMatchObject({ id: purchase.transactionId });
});

test('an undone redemption’s return to an expired credit is lost at that moment, and shown so', async () => {
  const { phone, counter } = fixture;
  await expireAfter(2);
  await counter.earn(phone, 10_000);
  const redemption = await counter.spend(phone, 200);
  clock.set(EXPIRED_AT);
  clock.advance(DAY_MS);
  await counter.reverseRedemption(redemption);
  const shown = await fixture.showDashboard();
  expect(shown.redemptionReversals).toMatchObject([{ amountCents: 200, recoveredCents: 0 }]);
  expect(shown.cashbackEvents).toMatchObject([
    { kind: 'expiry', at: '2026-03-14T03:00:00.000Z', cashbackCents: -200 },
    { kind: 'expiry', at: EXPIRED_AT, cashbackCents: -300 },
  ]);
  expect(total(shown)).toBe(0);
});

test('merged records show the history of both, expiries included', async () => {
  const { phone, counter } = fixture;
  await expireAfter(2);
  const chain = [freshPhone(), freshPhone()];
  for (const source of chain) {
    await counter.earn(source, 10_000);
    await counter.adjust(source, 100);
  }
  clock.set(EXPIRED_AT);
  clock.advance(HOUR_MS);
  await counter.earn(phone, 2_000);
  // Into one another, then into the third.
  for (const [source, into] of [
    [chain[0], chain[1]],
    [chain[1], phone],
  ]) {
    await counter.merge(into ?? '', source ?? '');
  }
  const shown = await fixture.showDashboard();
  expect(shown.purchases).toHaveLength(3);
  expect(shown.cashbackEvents).toMatchObject([
    { kind: 'expiry', at: EXPIRED_AT, cashbackCents: -1_200 },
    { kind: 'adjustment', cashbackCents: 100 },
    { kind: 'adjustment', cashbackCents: 100 },
  ]);
  expect(total(shown)).toBe(100);
});

test('the ten newest of each, over all programs of the customer', async () => {
  const { app, owner, phone, counter } = fixture;
  await counter.earn(phone, 1_000_000);
  for (let cents = 1; cents <= 12; cents += 1) {
    clock.advance(HOUR_MS);
    await counter.adjust(phone, cents);
  }
  const other = createCounter(app, await insertMerchant(owner));
  await other.earn(phone, 1_000);
  clock.advance(HOUR_MS);
  await other.adjust(phone, 99);
  const { cashbackEvents, programmes: programs } = await showDashboard(
    app,
    { hostMerchantId: undefined, devices: [] },
    { phone },
  );
  expect(programs).toHaveLength(2);
  expect(cashbackEvents.map((event) => event.cashbackCents)).toEqual([99, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
});

test('credits of one day are one amount, and those that mature later than the dates shown are in the total', async () => {
  const { phone, counter } = fixture;
  for (const days of [1, 1, 2, 3, 4, 5, 6, 7]) {
    await fixture.setRules({
      cashback_available_immediately: false,
      cashback_maturing_days: days,
      cashback_expires: true,
      cashback_expiration_days: 30,
    });
    await counter.earn(phone, 10_000);
  }
  const [maturing] = (await fixture.showDashboard()).programmes;
  expect(maturing).toMatchObject({ availableCents: 0, maturingCents: 4_000, expiring: [] });
  expect(maturing?.maturing).toHaveLength(5);
  expect(maturing?.maturing[0]).toEqual({ amountCents: 1_000, availableAt: '2026-03-11T03:00:00.000Z' });
  clock.set('2026-03-20T12:00:00Z');
  const [expiring] = (await fixture.showDashboard()).programmes;
  expect(expiring).toMatchObject({ availableCents: 4_000, maturingCents: 0, maturing: [] });
  const first = { amountCents: 1_000, expiresAt: '2026-04-11T03:00:00.000Z' };
  expect(expiring?.expiring[0]).toEqual(first);
  expect((await counter.balance(phone)).expiring).toHaveLength(3);
  expect((await counter.balance(phone)).expiring[0]).toEqual(first);
});
