import { expect, test } from 'vitest';
import { createCounter, DAY_MS, insertMerchant, MINUTE_MS, openMoneyApp } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();
const INVALID = 'QR Code inválido ou expirado';

/** The debits of a redemption, in the order they were taken: the lot's purchase and centavos. */
async function debits(redemptionId: string): Promise<[lot: string, cents: number][]> {
  const { rows } = await fixture.owner.query<{ lot_id: string; cents: number }>(
    'SELECT lot_id, -amount_cents::int AS cents FROM ledger_entries WHERE source_id = $1 ORDER BY id',
    [redemptionId],
  );
  return rows.map((row) => [row.lot_id, row.cents]);
}

test('creating a redemption reserves nothing: the balance is debited when the customer confirms', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const first = await counter.createRedemption(phone, 5_000);
  const second = await counter.createRedemption(phone, 5_000);
  expect((await counter.balance(phone)).availableCents).toBe(5_000);
  expect(await counter.redeem(first)).toMatchObject({ phone, amountCents: 5_000, availableCents: 0 });
  await expect(counter.redeem(second)).rejects.toThrow('Saldo insuficiente para este resgate');
});

test('a redemption refused for lack of balance goes through once there is enough, within its lifetime', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 20_000);
  const [first, second] = [
    await counter.createRedemption(phone, 1_000),
    await counter.createRedemption(phone, 1_000),
  ];
  await counter.redeem(first);
  await expect(counter.redeem(second)).rejects.toThrow('Saldo insuficiente para este resgate');
  await counter.earn(phone, 20_000);
  expect(await counter.redeem(second)).toMatchObject({ amountCents: 1_000, availableCents: 0 });
});

test('a redemption of more than the balance, or of no balance, is not even created', async () => {
  const { phone, counter } = fixture;
  await counter.issue(phone, 100_000);
  await expect(counter.createRedemption(phone, 1)).rejects.toThrow('Cliente não possui saldo disponível');
  await counter.earn(phone, 10_000);
  await expect(counter.createRedemption(phone, 501)).rejects.toThrow('Valor maior que saldo disponível');
  await expect(counter.createRedemption(phone, 500)).resolves.toMatchObject({ amountCents: 500 });
});

test('a redemption link lives 15 minutes, to the millisecond', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const [inTime, late] = [
    await counter.createRedemption(phone, 100),
    await counter.createRedemption(phone, 100),
  ];
  expect(late.expiresAt).toBe('2026-03-10T12:15:00.000Z');
  clock.advance(15 * MINUTE_MS - 1);
  await expect(counter.redeem(inTime)).resolves.toMatchObject({ amountCents: 100 });
  clock.advance(1);
  await expect(counter.redeem(late)).rejects.toThrow(INVALID);
  expect((await counter.balance(phone)).availableCents).toBe(4_900);
});

test('a completed redemption shows its success for a day, later only merchant and moment, and debits no second time', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const redemption = await counter.createRedemption(phone, 2_000);
  const confirmed = await counter.redeem(redemption);
  const confirmedAt = clock.now().toISOString();
  clock.advance(DAY_MS - 1);
  expect(await counter.redeem(redemption)).toEqual(confirmed);
  clock.advance(1);
  const { phone: _phone, availableCents: _cents, ...merchant } = confirmed;
  expect(await counter.redeem(redemption)).toEqual({
    ...merchant,
    ...{ phone: '', amountCents: 0, availableCents: 0, confirmedEarlierAt: confirmedAt },
  });
  expect(await debits(redemption.redemptionId)).toHaveLength(1);
});

test('a debit takes the nearest expiry first, then the oldest, and what never expires last', async () => {
  const { phone, counter } = fixture;
  const forever = await counter.earn(phone, 2_000);
  clock.advance(MINUTE_MS);
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 30 });
  const late = await counter.earn(phone, 2_000);
  clock.advance(MINUTE_MS);
  await fixture.setRules({ cashback_expiration_days: 10 });
  const soonOlder = await counter.earn(phone, 2_000);
  clock.advance(MINUTE_MS);
  const soonNewer = await counter.earn(phone, 2_000);
  clock.advance(MINUTE_MS);
  await fixture.setRules({ cashback_expires: false });
  const foreverNewer = await counter.earn(phone, 2_000);

  const first = await counter.createRedemption(phone, 150);
  await counter.redeem(first);
  expect(await debits(first.redemptionId)).toEqual([
    [soonOlder.transactionId, 100],
    [soonNewer.transactionId, 50],
  ]);
  const rest = await counter.createRedemption(phone, 350);
  await counter.redeem(rest);
  expect(await debits(rest.redemptionId)).toEqual([
    [soonNewer.transactionId, 50],
    [late.transactionId, 100],
    [forever.transactionId, 100],
    [foreverNewer.transactionId, 100],
  ]);
});

test('credits of the same moment and expiry are debited by their id', async () => {
  const { phone, counter } = fixture;
  const purchases = [];
  for (let purchase = 0; purchase < 6; purchase += 1) purchases.push(await counter.earn(phone, 2_000));
  const redemption = await counter.createRedemption(phone, 600);
  await counter.redeem(redemption);
  const byId = purchases.map((purchase) => purchase.transactionId).sort();
  expect((await debits(redemption.redemptionId)).map(([lot]) => lot)).toEqual(byId);
});

test('what is earned at one merchant is not at another, for the same phone', async () => {
  const { app, owner, phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const other = createCounter(app, await insertMerchant(owner));
  await expect(other.balance(phone)).rejects.toThrow('Cliente não encontrado');
  await other.issue(phone, 3_000);
  expect(await other.balance(phone)).toMatchObject({ availableCents: 0, totalCashbackCents: 0 });
  await expect(other.createRedemption(phone, 1)).rejects.toThrow('Cliente não possui saldo disponível');
  const { rows } = await owner.query<{ merchant_id: string; spent: number }>(
    'SELECT merchant_id, total_spent_cents::int AS spent FROM customers WHERE phone = $1 ORDER BY spent',
    [phone],
  );
  expect(rows.map((row) => row.spent)).toEqual([3_000, 100_000]);
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 5_000 });
});

test("a merchant cannot prepare a redemption for another merchant's customer", async () => {
  const { app, owner, phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const { id } = await counter.balance(phone);
  const stranger = await insertMerchant(owner);
  const other = createCounter(app, stranger);
  const input = { operationId: crypto.randomUUID(), customerId: id, amountCents: 100 };
  const { createRedemption } = await import('./create-redemption.ts');
  await expect(createRedemption(app, stranger, { ip: '' }, input)).rejects.toThrow('Cliente não encontrado');
  await expect(other.balance(phone)).rejects.toThrow('Cliente não encontrado');
});

test('a process whose clock runs behind spends what another process has just credited', async () => {
  const { database, phone, staff, counter } = fixture;
  const behind = await openMoneyApp(database.appUrl, { now: () => new Date(clock.now().getTime() - 3_000) });
  try {
    await counter.earn(phone, 10_000);
    const slow = createCounter(behind.app, staff);
    const redemption = await slow.createRedemption(phone, 500);
    expect(await slow.redeem(redemption)).toMatchObject({ amountCents: 500, availableCents: 0 });
  } finally {
    await behind.close();
  }
});

test('at the border of a day, a process whose clock runs behind spends what another has seen mature, and no more', async () => {
  const { database, phone, staff, counter } = fixture;
  const behind = await openMoneyApp(database.appUrl, { now: () => new Date(clock.now().getTime() - 3_000) });
  try {
    const slow = createCounter(behind.app, staff);
    await fixture.setRules({ cashback_available_immediately: false });
    const matured = await counter.earn(phone, 10_000);
    clock.set('2026-03-11T03:00:01Z');
    // Expires sooner, so it would come first if it could be spent already.
    await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 1 });
    await counter.earn(phone, 10_000);
    const redemption = await slow.createRedemption(phone, 500);
    await slow.redeem(redemption);
    expect(await debits(redemption.redemptionId)).toEqual([[matured.transactionId, 500]]);
  } finally {
    await behind.close();
  }
});
