import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { insertColleague } from '../test/counter-history.ts';
import { createCounter } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeOwnDay } from './summarize-own-day.ts';

const fixture = useMoneyFixture();
const NOTHING = { purchases: 0, revenueCents: 0, cashbackCents: 0, redemptions: 0, redeemedCents: 0 };

test('who did nothing today sees zeros, whatever the others did', async () => {
  const { app, owner, staff, counter } = fixture;
  const joao = await insertColleague(owner, staff, { name: 'João' });
  await counter.issue(freshPhone(), 5_000);
  expect(await summarizeOwnDay(app, joao)).toMatchObject(NOTHING);
});

test('it is the own movements of the merchant’s day, net of reversals by anybody', async () => {
  const { app, owner, staff, counter, phone } = fixture;
  const joao = await insertColleague(owner, staff, { name: 'João' });
  const joaosCounter = createCounter(app, joao);
  clock.set('2026-04-01T02:59:59.999Z');
  await joaosCounter.issue(freshPhone(), 9_000);
  clock.set('2026-04-01T03:00:00.000Z');
  const purchase = await joaosCounter.earn(phone, 30_000);
  await joaosCounter.issue(freshPhone(), 1_000);
  await joaosCounter.spend(phone, 300);
  await counter.reversePurchase(purchase, 10_000);
  await counter.issue(freshPhone(), 70_000);
  expect(await summarizeOwnDay(app, joao)).toEqual({
    day: '2026-04-01',
    purchases: 2,
    revenueCents: 21_000,
    cashbackCents: 1_050,
    redemptions: 1,
    redeemedCents: 300,
  });
  clock.set('2026-04-02T03:00:00.000Z');
  expect(await summarizeOwnDay(app, joao)).toEqual({ ...NOTHING, day: '2026-04-02' });
});
