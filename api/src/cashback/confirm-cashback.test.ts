import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { summarizeMonth } from '../reports/summarize-month.ts';
import { DAY_MS, HOUR_MS, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { confirmCashback } from './confirm-cashback.ts';

const fixture = useMoneyFixture();
const INVALID = 'QR Code inválido ou expirado';

async function purchaseRow(transactionId: string) {
  const { rows } = await fixture.owner.query(
    'SELECT status, qr_scanned, qr_scanned_at FROM transactions WHERE id = $1',
    [transactionId],
  );
  return rows[0];
}

test('a purchase counts in reports and spending at once; the customer is credited only at the confirmation', async () => {
  const { app, phone, staff, counter } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  expect(await purchaseRow(purchase.transactionId)).toEqual({
    status: 'completed',
    qr_scanned: false,
    qr_scanned_at: null,
  });
  expect(await counter.balance(phone)).toMatchObject({
    availableCents: 0,
    maturingCents: 0,
    totalCashbackCents: 0,
  });
  expect(await summarizeMonth(app, staff.merchantId)).toMatchObject({
    transactions: 1,
    revenueCents: 10_000,
    cashbackCents: 500,
  });
  expect(await fixture.showDashboard()).toMatchObject({
    programmes: [{ totalSpentCents: 10_000, availableCents: 0 }],
    purchases: [{ credited: false }],
  });
  clock.advance(HOUR_MS);
  expect(await counter.open(purchase)).toMatchObject({ phone, cashbackCents: 500, availableCents: 500 });
  expect(await purchaseRow(purchase.transactionId)).toMatchObject({
    qr_scanned: true,
    qr_scanned_at: clock.now(),
  });
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
  expect(await summarizeMonth(app, staff.merchantId)).toMatchObject({
    transactions: 1,
    revenueCents: 10_000,
    cashbackCents: 500,
  });
  expect(await fixture.showDashboard()).toMatchObject({
    programmes: [{ totalSpentCents: 10_000, availableCents: 500 }],
    purchases: [{ credited: true }],
  });
});

test('a link opened again shows the same success for a day, and credits nothing more', async () => {
  const { phone, counter } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  const first = await counter.open(purchase);
  expect(first).toMatchObject({ phone, availableCents: 500, confirmedEarlierAt: null });
  clock.advance(DAY_MS - 1);
  expect(await counter.open(purchase)).toEqual(first);
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
});

test('a day after its confirmation a link shows only the merchant and the moment, and nothing of the customer', async () => {
  const { phone, staff, counter } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  clock.advance(HOUR_MS);
  const confirmedAt = clock.now().toISOString();
  const { merchantName, merchantSlug, logoUrl, brandColor, timeZone } = await counter.open(purchase);
  expect(merchantSlug).toBe(staff.client.merchant.signupLinkSlug);
  for (const wait of [DAY_MS, 90 * DAY_MS]) {
    clock.advance(wait);
    expect(await counter.open(purchase)).toEqual({
      ...{ merchantName, merchantSlug, logoUrl, brandColor, timeZone },
      ...{ phone: '', amountCents: 0, cashbackCents: 0, rateBasisPoints: 0, availableCents: 0 },
      ...{ availableAt: null, confirmedEarlierAt: confirmedAt },
    });
  }
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
});

test('a cashback link lives 30 days, to the millisecond', async () => {
  const { phone, counter } = fixture;
  const [inTime, late] = [await counter.issue(phone, 10_000), await counter.issue(phone, 10_000)];
  expect(late.expiresAt).toBe('2026-04-09T12:00:00.000Z');
  clock.advance(30 * DAY_MS - 1);
  await expect(counter.open(inTime)).resolves.toMatchObject({ availableCents: 500 });
  clock.advance(1);
  await expect(counter.open(late)).rejects.toThrow(INVALID);
  expect(await purchaseRow(late.transactionId)).toMatchObject({ status: 'completed', qr_scanned: false });
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
});

test('the rate of the purchase is what is credited, whatever the rate is at the confirmation', async () => {
  const { phone, counter } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  await fixture.setRules({ rate_basis_points: 1_000 });
  expect(await counter.open(purchase)).toMatchObject({ cashbackCents: 500, rateBasisPoints: 500 });
  expect(await counter.earn(phone, 10_000)).toMatchObject({ cashbackCents: 1_000, rateBasisPoints: 1_000 });
});

test('a purchase too small for a centavo of cashback confirms, credits nothing and stays confirmed', async () => {
  const { phone, counter } = fixture;
  const purchase = await counter.issue(phone, 9);
  expect(await counter.open(purchase)).toMatchObject({
    cashbackCents: 0,
    availableCents: 0,
    availableAt: null,
  });
  expect(await counter.open(purchase)).toMatchObject({ cashbackCents: 0 });
  expect(await purchaseRow(purchase.transactionId)).toMatchObject({ qr_scanned: true });
});

test('the largest purchase at the largest rate is credited to the centavo, again and again', async () => {
  const { phone, counter } = fixture;
  await fixture.setRules({ rate_basis_points: 10_000 });
  for (let purchase = 1; purchase <= 5; purchase += 1) {
    await counter.earn(phone, 1_000_000_000);
    expect(await counter.balance(phone)).toMatchObject({ availableCents: purchase * 1_000_000_000 });
  }
});

test("on a merchant's own host another merchant's link does not exist, and stays good for its own", async () => {
  const { app, owner, phone, staff, counter } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  const stranger = await insertMerchant(owner);
  const token = purchase.link.slice(purchase.link.lastIndexOf('/') + 1);
  const onForeignHost = confirmCashback(app, { token, hostMerchantId: stranger.merchantId });
  await expect(onForeignHost).rejects.toThrow(INVALID);
  expect(await purchaseRow(purchase.transactionId)).toMatchObject({ qr_scanned: false });
  const onOwnHost = confirmCashback(app, { token, hostMerchantId: staff.merchantId });
  await expect(onOwnHost).resolves.toMatchObject({ availableCents: 500 });
});

test('links opened together, good and bad, each get their own answer', async () => {
  const { counter } = fixture;
  const purchases = await Promise.all(
    [1_000, 2_000, 3_000, 4_000].map((cents) => counter.issue(freshPhone(), cents * 10)),
  );
  const answers = await Promise.allSettled([
    ...purchases.map((purchase) => counter.open(purchase)),
    counter.open({ link: `x/CASHBACK_${'A'.repeat(27)}` }),
    ...purchases.map((purchase) => counter.open(purchase)),
    counter.open({ link: 'x/CASHBACK_1700000000000' }),
  ]);
  const shown = answers.map((answer) =>
    answer.status === 'fulfilled'
      ? `${answer.value.phone} ${answer.value.cashbackCents}`
      : answer.reason.message,
  );
  const good = purchases.map((purchase) => `${purchase.phone} ${purchase.cashbackCents}`);
  expect(shown).toEqual([...good, INVALID, ...good, INVALID]);
});
