import { expect, test } from 'vitest';
import { summariseMonth } from '../reports/summarise-month.ts';
import { createTill, DAY_MS, HOUR_MS, insertShop } from '../test/money-app.ts';
import { clock, useMoneyScene } from '../test/money-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';

const scene = useMoneyScene();
const INVALID = 'QR Code inválido ou expirado';

async function saleRow(transactionId: string) {
  const { rows } = await scene.owner.query(
    'SELECT status, qr_scanned, qr_scanned_at FROM transactions WHERE id = $1',
    [transactionId],
  );
  return rows[0];
}

test('a sale counts in reports and spending at once; the customer is credited only at the scan', async () => {
  const { app, phone, staff, till } = scene;
  const sale = await till.issue(phone, 10_000);
  expect(await saleRow(sale.transactionId)).toEqual({
    status: 'completed',
    qr_scanned: false,
    qr_scanned_at: null,
  });
  expect(await till.balance(phone)).toMatchObject({
    availableCents: 0,
    maturingCents: 0,
    totalCashbackCents: 0,
  });
  expect(await summariseMonth(app, staff.merchantId)).toMatchObject({
    transactions: 1,
    revenueCents: 10_000,
    cashbackCents: 500,
  });
  expect(await scene.showDashboard()).toMatchObject({
    programmes: [{ totalSpentCents: 10_000, availableCents: 0 }],
    purchases: [{ credited: false }],
  });
  clock.advance(HOUR_MS);
  expect(await till.open(sale)).toMatchObject({ phone, cashbackCents: 500, availableCents: 500 });
  expect(await saleRow(sale.transactionId)).toMatchObject({ qr_scanned: true, qr_scanned_at: clock.now() });
  expect(await till.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
  expect(await summariseMonth(app, staff.merchantId)).toMatchObject({
    transactions: 1,
    revenueCents: 10_000,
    cashbackCents: 500,
  });
  expect(await scene.showDashboard()).toMatchObject({
    programmes: [{ totalSpentCents: 10_000, availableCents: 500 }],
    purchases: [{ credited: true }],
  });
});

test('a link opened again shows the same success and credits nothing more, also when long expired', async () => {
  const { phone, till } = scene;
  const sale = await till.issue(phone, 10_000);
  const first = await till.open(sale);
  expect(await till.open(sale)).toEqual(first);
  clock.advance(90 * DAY_MS);
  expect(await till.open(sale)).toEqual(first);
  expect(await till.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
});

test('a cashback link lives 30 days, to the millisecond', async () => {
  const { phone, till } = scene;
  const [inTime, late] = [await till.issue(phone, 10_000), await till.issue(phone, 10_000)];
  expect(late.expiresAt).toBe('2026-04-09T12:00:00.000Z');
  clock.advance(30 * DAY_MS - 1);
  await expect(till.open(inTime)).resolves.toMatchObject({ availableCents: 500 });
  clock.advance(1);
  await expect(till.open(late)).rejects.toThrow(INVALID);
  expect(await saleRow(late.transactionId)).toMatchObject({ status: 'completed', qr_scanned: false });
  expect(await till.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
});

test('the rate of the sale is what is credited, whatever the rate is at the scan', async () => {
  const { phone, till } = scene;
  const sale = await till.issue(phone, 10_000);
  await scene.setRules({ rate_basis_points: 1_000 });
  expect(await till.open(sale)).toMatchObject({ cashbackCents: 500, rateBasisPoints: 500 });
  expect(await till.earn(phone, 10_000)).toMatchObject({ cashbackCents: 1_000, rateBasisPoints: 1_000 });
});

test('a purchase too small for a centavo of cashback confirms, credits nothing and stays confirmed', async () => {
  const { phone, till } = scene;
  const sale = await till.issue(phone, 9);
  expect(await till.open(sale)).toMatchObject({ cashbackCents: 0, availableCents: 0, availableAt: null });
  expect(await till.open(sale)).toMatchObject({ cashbackCents: 0 });
  expect(await saleRow(sale.transactionId)).toMatchObject({ qr_scanned: true });
});

test('the largest purchase at the largest rate is credited to the centavo, again and again', async () => {
  const { phone, till } = scene;
  await scene.setRules({ rate_basis_points: 10_000 });
  for (let sale = 1; sale <= 5; sale += 1) {
    await till.earn(phone, 1_000_000_000);
    expect(await till.balance(phone)).toMatchObject({ availableCents: sale * 1_000_000_000 });
  }
});

test("on a merchant's own host another merchant's link does not exist, and stays good for its own", async () => {
  const { app, owner, phone, staff, till } = scene;
  const sale = await till.issue(phone, 10_000);
  const stranger = await insertShop(owner);
  const token = sale.link.slice(sale.link.lastIndexOf('/') + 1);
  const onForeignHost = app.cashbackConfirmations.confirm(token, stranger.merchantId);
  await expect(onForeignHost).rejects.toThrow(INVALID);
  expect(await saleRow(sale.transactionId)).toMatchObject({ qr_scanned: false });
  const onOwnHost = app.cashbackConfirmations.confirm(token, staff.merchantId);
  await expect(onOwnHost).resolves.toMatchObject({ availableCents: 500 });
});

test('links opened together, good and bad, each get their own answer', async () => {
  const { till } = scene;
  const sales = await Promise.all(
    [1_000, 2_000, 3_000, 4_000].map((cents) => till.issue(freshPhone(), cents * 10)),
  );
  const answers = await Promise.allSettled([
    ...sales.map((sale) => till.open(sale)),
    till.open({ link: `x/CASHBACK_${'A'.repeat(27)}` }),
    ...sales.map((sale) => till.open(sale)),
    till.open({ link: 'x/CASHBACK_1700000000000' }),
  ]);
  const shown = answers.map((answer) =>
    answer.status === 'fulfilled'
      ? `${answer.value.phone} ${answer.value.cashbackCents}`
      : answer.reason.message,
  );
  const good = sales.map((sale) => `${sale.phone} ${sale.cashbackCents}`);
  expect(shown).toEqual([...good, INVALID, ...good, INVALID]);
});

test('staff cannot issue cashback for the phone on their own profile', async () => {
  const { app, phone, staff, till } = scene;
  const employee = { ...staff.client.employee, phone };
  const self = createTill(app, { ...staff, client: { ...staff.client, employee } });
  await expect(self.issue(phone, 10_000)).rejects.toThrow('seu próprio telefone');
  await expect(till.balance(phone)).rejects.toThrow('Cliente não encontrado');
});
