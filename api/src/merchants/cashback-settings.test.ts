import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { saveCashbackSettings } from './save-cashback-settings.ts';
import { showCashbackSettings } from './show-cashback-settings.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const NO_RULES = { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null };
const AS_SIGNED_UP = {
  programName: 'Clube',
  rateBasisPoints: 500,
  availableImmediately: true,
  expires: false,
  redemptionRules: NO_RULES,
};

type Settings = Parameters<typeof saveCashbackSettings>[3];
const save = (change: Partial<Settings>) =>
  saveCashbackSettings(fixture.app, fixture.staff, REQUEST, { ...AS_SIGNED_UP, ...change });

async function audited(): Promise<{ employee_id: string; ip: string; details: object }[]> {
  const { rows } = await fixture.owner.query(
    `SELECT employee_id, host(ip::inet) AS ip, details FROM audit_log
     WHERE merchant_id = $1 AND action = 'merchant.save_cashback_settings' ORDER BY created_at`,
    [fixture.staff.merchantId],
  );
  return rows;
}

async function countWaiting(): Promise<number> {
  const { rows } = await fixture.owner.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].waiting;
}

async function lots(): Promise<object[]> {
  const { rows } = await fixture.owner.query(
    `SELECT amount_cents::int AS amount, rate_basis_points AS rate, available_at::text AS available, expires_at::text AS expires
     FROM cashback_lots WHERE merchant_id = $1 ORDER BY created_at`,
    [fixture.staff.merchantId],
  );
  return rows;
}

test('saved settings are shown, and apply to redeeming and issuing', async () => {
  const { app, phone, staff, counter } = fixture;
  const change = {
    programName: 'Clube da Esquina',
    rateBasisPoints: 725,
    earningMinPurchaseCents: 1_000,
    availableImmediately: false,
    maturingDays: 15,
    expires: true,
    expirationDays: 365,
    redemptionRules: { maxShareBasisPoints: 5_000, minPurchaseCents: 3_000, minBalanceCents: 2_000 },
    proof: {
      statementProtected: true,
      redemptionProof: 'above' as const,
      redemptionProofAboveCents: 2_500,
    },
  };
  expect(await save(change)).toEqual(change);
  expect(await showCashbackSettings(app, staff.merchantId)).toEqual(change);
  expect(await counter.issue(phone, 10_000)).toMatchObject({ cashbackCents: 725 });
  expect(await counter.issue(phone, 999)).toMatchObject({ cashbackCents: 0 });
  expect((await counter.balance(phone)).redemptionRules).toEqual(change.redemptionRules);
});

test('credits already given keep amount and dates, the next one follows the new settings', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 10_000);
  const [given] = await lots();
  clock.advance(60_000);
  await save({
    rateBasisPoints: 1_000,
    availableImmediately: false,
    maturingDays: 10,
    expires: true,
    expirationDays: 30,
  });
  expect(await lots()).toEqual([given]);
  await counter.earn(phone, 10_000);
  const [first, second] = await lots();
  expect(first).toEqual(given);
  // The tenth day in São Paulo, and thirty days from there to the day's end.
  expect(second).toMatchObject({ amount: 1_000, rate: 1_000 });
  expect(second).toMatchObject({ available: expect.stringMatching(/^2026-03-20 03:00:00/) });
  expect(second).toMatchObject({ expires: expect.stringMatching(/^2026-04-20 03:00:00/) });
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500, maturingCents: 1_000 });
});

test('an omitted number of days or least purchase keeps the stored one, for when it applies again', async () => {
  const kept = { maturingDays: 33, expirationDays: 77, earningMinPurchaseCents: 500 };
  await save({ availableImmediately: false, expires: true, ...kept });
  expect(await save({})).toMatchObject({ availableImmediately: true, ...kept });
  expect(await save({ earningMinPurchaseCents: 0 })).toMatchObject({ earningMinPurchaseCents: 0 });
});

test('the audit entry has the employee and each changed value before and after, but nothing unchanged', async () => {
  const { staff } = fixture;
  await save({ rateBasisPoints: 700, redemptionRules: { ...NO_RULES, minBalanceCents: 2_000 } });
  expect(await audited()).toEqual([
    {
      employee_id: staff.employeeId,
      ip: REQUEST.ip,
      details: {
        rate_basis_points_before: 500,
        rate_basis_points_after: 700,
        redemption_min_balance_cents_before: null,
        redemption_min_balance_cents_after: 2_000,
      },
    },
  ]);
});

test('saving without a change writes no audit entry', async () => {
  await save({});
  expect(await audited()).toEqual([]);
});

test('two concurrent saves: each audit entry starts with the value where the other ended', async () => {
  const { app, owner, staff } = fixture;
  const holder = await owner.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM merchants WHERE id = $1 FOR UPDATE', [staff.merchantId]);
  const saves = Promise.all([save({ rateBasisPoints: 600 }), save({ rateBasisPoints: 800 })]);
  // Both have begun and wait for the same row.
  await expect.poll(countWaiting).toBe(2);
  await holder.query('COMMIT');
  holder.release();
  await saves;
  const [one, two] = (await audited()).map(({ details }) => details as Record<string, number>);
  const steps = [one, two].map((step) => [step?.rate_basis_points_before, step?.rate_basis_points_after]);
  const last = (await showCashbackSettings(app, staff.merchantId)).rateBasisPoints;
  const other = last === 600 ? 800 : 600;
  expect(steps).toEqual(expect.arrayContaining([[500, other]]));
  expect(steps).toEqual(expect.arrayContaining([[other, last]]));
});

test('the settings of another merchant stay as they are', async () => {
  const { app, owner } = fixture;
  const neighbor = await insertMerchant(owner);
  const before = await showCashbackSettings(app, neighbor.merchantId);
  await save({ programName: `Clube ${randomUUID()}`, rateBasisPoints: 900 });
  expect(await showCashbackSettings(app, neighbor.merchantId)).toEqual(before);
});
