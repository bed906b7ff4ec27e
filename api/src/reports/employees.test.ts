import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { insertColleague } from '../test/counter-history.ts';
import { createCounter } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeEmployees } from './summarize-employees.ts';

const fixture = useMoneyFixture();
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const employees = async (period = MARCH) =>
  (await summarizeEmployees(fixture.app, fixture.staff.merchantId, period)).employees;

test('a period without movements lists no employees', async () => {
  expect(await employees()).toEqual([]);
});

test('each sold and redeemed what they did, net of reversals and undoings since by any employee', async () => {
  const { app, owner, staff, counter, phone } = fixture;
  const [joao, ana] = [
    await insertColleague(owner, staff, { name: 'João' }),
    await insertColleague(owner, staff, { name: 'Ana' }),
  ];
  const [joaosCounter, anasCounter] = [createCounter(app, joao), createCounter(app, ana)];
  const purchase = await joaosCounter.earn(phone, 30_000);
  await joaosCounter.issue(phone, 10_001);
  await counter.issue(freshPhone(), 5_000);
  await anasCounter.spend(phone, 300);
  const undone = await anasCounter.spend(phone, 200);
  const gone = await anasCounter.issue(phone, 70_000);
  await counter.reversePurchase(purchase, 10_000);
  await counter.reversePurchase(gone, 70_000);
  await counter.reverseRedemption(undone);
  await owner.query('UPDATE employees SET is_active = false WHERE merchant_id = $1 AND id = $2', [
    staff.merchantId,
    joao.employeeId,
  ]);
  expect(await employees()).toEqual([
    {
      employeeId: joao.employeeId,
      name: 'João',
      isActive: false,
      transactions: 2,
      revenueCents: 30_001,
      averageTicketCents: 15_001,
      cashbackCents: 1_500,
      unconfirmedTransactions: 1,
      unconfirmedCents: 500,
      redemptions: 0,
      redeemedCents: 0,
    },
    {
      employeeId: staff.employeeId,
      name: 'Maria',
      isActive: true,
      transactions: 1,
      revenueCents: 5_000,
      averageTicketCents: 5_000,
      cashbackCents: 250,
      unconfirmedTransactions: 1,
      unconfirmedCents: 250,
      redemptions: 0,
      redeemedCents: 0,
    },
    {
      employeeId: ana.employeeId,
      name: 'Ana',
      isActive: true,
      transactions: 0,
      revenueCents: 0,
      averageTicketCents: 0,
      cashbackCents: 0,
      unconfirmedTransactions: 0,
      unconfirmedCents: 0,
      redemptions: 1,
      redeemedCents: 300,
    },
  ]);
});

test('who did something on the period’s first or last day is in it, and a moment outside is not', async () => {
  const { counter } = fixture;
  await counter.issue(freshPhone(), 1_000);
  clock.set('2026-04-01T02:59:59.999Z');
  await counter.issue(freshPhone(), 2_000);
  clock.set('2026-04-01T03:00:00.000Z');
  await counter.issue(freshPhone(), 4_000);
  expect(await employees()).toMatchObject([{ transactions: 2, revenueCents: 3_000 }]);
  expect(await employees({ from: '2026-03-10', to: '2026-03-10' })).toMatchObject([{ revenueCents: 1_000 }]);
  expect(await employees({ from: '2026-04-01', to: '2026-04-01' })).toMatchObject([{ revenueCents: 4_000 }]);
  expect(await employees({ from: '2026-04-02', to: '2026-04-30' })).toEqual([]);
});
