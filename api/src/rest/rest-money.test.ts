import { randomUUID } from 'node:crypto';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { confirmCashback } from '../cashback/confirm-cashback.ts';
import { confirmRedemption } from '../redemptions/confirm-redemption.ts';
import type { StaffSession } from '../staff-session.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { insertEmployee } from '../test/employees.ts';
import { setRules } from '../test/money-app.ts';
import { useRestFixture } from '../test/rest-fixture.ts';

const fixture = useRestFixture();
let staff: StaffSession;
let key: string;
let phone: string;

beforeEach(async () => {
  staff = await fixture.createMerchant();
  key = await fixture.createKey(staff);
  phone = freshPhone();
});

afterAll(() => assertCleanLedger(fixture.database.ownerUrl));

const rest = () => fixture.rest;
const buy = (amountCents: number) => rest().post('/purchases', { phone, amountCents }, { key });
const openCashback = ({ link }: { link: string }) =>
  confirmCashback(fixture.server.app, { token: tokenOf(link), hostMerchantId: undefined });
const openRedemption = ({ link }: { link: string }) =>
  confirmRedemption(fixture.server.app, { token: tokenOf(link), hostMerchantId: undefined });
const customer = async () => (await rest().get(`/customers?phone=${phone}`, { key })).body;

async function auditOf(entityId: string): Promise<unknown[]> {
  const { rows } = await fixture.owner.query(
    'SELECT action, employee_id, ip, details FROM audit_log WHERE merchant_id = $1 AND entity_id = $2 ORDER BY id',
    [staff.merchantId, entityId],
  );
  return rows;
}

test('a purchase from recording to redemption and back: what each call answers, and what the ledger says', async () => {
  const sold = await buy(15_000);
  expect([sold.status, sold.body]).toMatchObject([
    201,
    { phone, amountCents: 15_000, cashbackCents: 750, rateBasisPoints: 500 },
  ]);
  const words = new URL(sold.body.whatsappLink).searchParams.get('text');
  expect(sold.body.whatsappLink).toContain(`https://wa.me/55${phone}?`);
  expect(words).toContain(sold.body.link);
  expect(words).toContain(staff.client.merchant.name);
  const shown = await rest().get(`/purchases/${sold.body.id}`, { key });
  expect(shown.body).toMatchObject({ status: 'waiting', confirmed: false, confirmedAt: null });

  await openCashback(sold.body);
  const credited = await rest().get(`/purchases/${sold.body.id}`, { key });
  expect(credited.body).toMatchObject({
    status: 'credited',
    confirmed: true,
    confirmedAt: fixture.clock.now().toISOString(),
    cashbackCents: 750,
    reversedAmountCents: 0,
  });
  expect(await customer()).toMatchObject({ phone, name: null, availableCents: 750, maturingCents: 0 });

  const prepared = await rest().post('/redemptions', { phone, amountCents: 700 }, { key });
  expect([prepared.status, prepared.body]).toMatchObject([201, { phone, amountCents: 700 }]);
  expect((await rest().get(`/redemptions/${prepared.body.id}`, { key })).body).toMatchObject({
    status: 'waiting',
    confirmed: false,
  });
  await openRedemption(prepared.body);
  expect((await rest().get(`/redemptions/${prepared.body.id}`, { key })).body).toMatchObject({
    status: 'completed',
    confirmed: true,
    customerId: credited.body.customerId,
  });
  expect(await customer()).toMatchObject({ availableCents: 50 });

  const reason = 'Compra cancelada';
  const undone = await rest().post(`/redemptions/${prepared.body.id}/reversals`, { reason }, { key });
  expect([undone.status, undone.body]).toMatchObject([
    201,
    { amountCents: 700, expiredCents: 0, recoveredCents: 0, balanceCents: 750 },
  ]);
  const part = { amountCents: 5_000, reason };
  const reversed = await rest().post(`/purchases/${sold.body.id}/reversals`, part, { key });
  expect([reversed.status, reversed.body]).toMatchObject([
    201,
    { amountCents: 5_000, cashbackCents: 250, takenCents: 250, shortfallCents: 0, balanceCents: 500 },
  ]);
  const remainder = await rest().post(`/purchases/${sold.body.id}/reversals`, { reason }, { key });
  expect(remainder.body).toMatchObject({ amountCents: 10_000, cashbackCents: 500, balanceCents: 0 });
  expect((await rest().get(`/purchases/${sold.body.id}`, { key })).body).toMatchObject({
    status: 'reversed',
    confirmed: true,
    reversedAmountCents: 15_000,
    reversedCashbackCents: 750,
  });
  const again = await rest().post(`/purchases/${sold.body.id}/reversals`, { reason }, { key });
  expect(again.outcome).toEqual([409, 'already_reversed']);
});

test('a purchase that earns nothing says so and has no link', async () => {
  await setRules(fixture.owner, staff.merchantId, { earning_min_purchase_cents: 1_000 });
  const small = await buy(999);
  const answer = { link: null, whatsappLink: null, amountCents: 999, cashbackCents: 0, rateBasisPoints: 0 };
  expect([small.status, small.body]).toMatchObject([201, answer]);
  const shown = await rest().get(`/purchases/${small.body.id}`, { key });
  expect(shown.body).toMatchObject({ status: 'unclaimed', confirmed: false, cashbackCents: 0 });
  expect(await customer()).toMatchObject({ availableCents: 0, maturingCents: 0 });
});

test('every change is audited as the employee’s, with the key it was made by and where it came from', async () => {
  const { rows } = await fixture.owner.query('SELECT id FROM api_keys WHERE merchant_id = $1', [
    staff.merchantId,
  ]);
  const apiKeyId = rows[0].id;
  const sold = await rest().post('/purchases', { phone, amountCents: 2_000 }, { key, ip: '10.1.2.3' });
  await openCashback(sold.body);
  const redemption = await rest().post('/redemptions', { phone, amountCents: 60 }, { key, ip: '10.1.2.3' });
  await openRedemption(redemption.body);
  const reason = 'Engano';
  await rest().post(`/redemptions/${redemption.body.id}/reversals`, { reason }, { key, ip: '10.1.2.3' });
  await rest().post(`/purchases/${sold.body.id}/reversals`, { reason }, { key, ip: '10.1.2.3' });
  const entries = [...(await auditOf(sold.body.id)), ...(await auditOf(redemption.body.id))];
  expect(entries).toEqual(
    ['cashback.issue', 'cashback.reverse', 'redemption.create', 'redemption.reverse'].map((action) =>
      expect.objectContaining({
        action,
        employee_id: staff.employeeId,
        ip: '10.1.2.3',
        details: expect.objectContaining({ apiKeyId }),
      }),
    ),
  );
});

test('cashback for the phone of the employee the key acts for is refused, and nothing is recorded', async () => {
  const employee = await insertEmployee(fixture.owner, staff.merchantId, 'operator');
  await fixture.owner.query('UPDATE employees SET phone = $2 WHERE id = $1', [employee.id, phone]);
  const own = await fixture.createKey(staff, { scopes: ['cashback.issue'], employeeId: employee.id });
  const refused = await rest().post('/purchases', { phone, amountCents: 1_000 }, { key: own });
  expect(refused.outcome).toEqual([403, 'own_phone']);
  expect((await rest().get(`/customers?phone=${phone}`, { key })).outcome).toEqual([
    404,
    'customer_not_found',
  ]);
  expect((await buy(1_000)).status).toBe(201);
});

test('a key reverses what its employee may: an operator’s their own of the day, a manager’s any', async () => {
  const [operator, manager] = [
    await insertEmployee(fixture.owner, staff.merchantId, 'operator'),
    await insertEmployee(fixture.owner, staff.merchantId, 'manager'),
  ];
  const operators = await fixture.createKey(staff, {
    scopes: ['cashback.issue', 'operations.reverse'],
    employeeId: operator.id,
  });
  const managers = await fixture.createKey(staff, { scopes: ['operations.reverse'], employeeId: manager.id });
  const [theirs, own] = [
    await buy(1_000),
    await rest().post('/purchases', { phone, amountCents: 1_000 }, { key: operators }),
  ];
  const reverse = (id: string, by: string) =>
    rest().post(`/purchases/${id}/reversals`, { amountCents: 100, reason: 'Engano' }, { key: by });
  expect((await reverse(theirs.body.id, operators)).outcome).toEqual([403, 'reversal_not_yours']);
  expect((await reverse(own.body.id, operators)).status).toBe(201);
  expect((await reverse(theirs.body.id, managers)).status).toBe(201);
  fixture.clock.advance(24 * 3_600_000);
  expect((await reverse(own.body.id, operators)).outcome).toEqual([403, 'reversal_not_yours']);
  expect((await reverse(own.body.id, managers)).status).toBe(201);
});

test('a redemption names its customer by phone or by id, and is refused as at the counter', async () => {
  const redeem = (body: object) => rest().post('/redemptions', body, { key });
  expect((await redeem({ phone, amountCents: 1 })).outcome).toEqual([404, 'customer_not_found']);
  const sold = await buy(10_000);
  expect((await redeem({ phone, amountCents: 1 })).outcome).toEqual([422, 'no_balance']);
  await openCashback(sold.body);
  const { id: customerId } = await customer();
  expect((await redeem({ customerId, amountCents: 200 })).body).toMatchObject({ phone, amountCents: 200 });
  expect((await redeem({ phone, amountCents: 501 })).outcome).toEqual([422, 'amount_above_balance']);
  for (const body of [{ phone, customerId, amountCents: 1 }, { amountCents: 1 }]) {
    const refused = await redeem(body);
    expect(refused.outcome).toEqual([400, 'bad_request']);
    expect(refused.body.error.message).toBe('Informe o telefone ou o código do cliente, um dos dois');
  }
  await setRules(fixture.owner, staff.merchantId, { redemption_max_share_basis_points: 5_000 });
  expect((await redeem({ phone, amountCents: 200 })).outcome).toEqual([422, 'redemption_purchase_missing']);
  const above = await redeem({ phone, amountCents: 200, purchaseAmountCents: 300 });
  expect(above.outcome).toEqual([422, 'redemption_above_share']);
  expect((await redeem({ phone, amountCents: 200, purchaseAmountCents: 400 })).status).toBe(201);
  const unconfirmed = await redeem({ phone, amountCents: 1, purchaseAmountCents: 400 });
  const undo = await rest().post(
    `/redemptions/${unconfirmed.body.id}/reversals`,
    { reason: 'Engano' },
    { key },
  );
  expect(undo.outcome).toEqual([422, 'redemption_not_completed']);
});

test('an id that does not exist is not found, in the same words for a purchase and a redemption', async () => {
  for (const path of ['purchases', 'redemptions']) {
    const answer = await rest().get(`/${path}/${randomUUID()}`, { key });
    expect(answer.body).toEqual({
      error: { code: 'operation_not_found', message: 'Operação não encontrada' },
    });
  }
});

test('a customer is found by either spelling of the phone, and answered as stored', async () => {
  const [old, whole] = ['1186543210', '11986543210'];
  const { status } = await rest().post('/purchases', { phone: old, amountCents: 10_000 }, { key });
  expect(status).toBe(201);
  expect((await rest().get(`/customers?phone=${whole}`, { key })).body).toMatchObject({ phone: old });
});
