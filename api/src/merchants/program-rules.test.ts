import { expect, test } from 'vitest';
import { type MerchantRules, setRules } from '../test/money-app.ts';
import { clock, START, useMoneyFixture } from '../test/money-fixture.ts';
import { saveCashbackSettings } from './save-cashback-settings.ts';
import { saveGeneralSettings } from './save-general-settings.ts';

const fixture = useMoneyFixture();
const AS_SIGNED_UP = {
  programName: 'Clube',
  rateBasisPoints: 500,
  availableImmediately: true,
  expires: false,
  redemptionRules: { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null },
};

async function versions(merchantId = fixture.staff.merchantId): Promise<Record<string, unknown>[]> {
  const { rows } = await fixture.owner.query(
    'SELECT * FROM program_rules WHERE merchant_id = $1 ORDER BY version',
    [merchantId],
  );
  return rows;
}

async function namedBy(table: 'transactions' | 'cashback_lots'): Promise<(number | null)[]> {
  const { rows } = await fixture.owner.query(
    `SELECT rules_version FROM ${table} WHERE merchant_id = $1 ORDER BY created_at, id`,
    [fixture.staff.merchantId],
  );
  return rows.map((row) => row.rules_version);
}

type Rules = Omit<MerchantRules, 'time_zone' | 'statement_protected'>;

const CHANGES: Required<Rules> & { program_name: string } = {
  program_name: 'Clube da Esquina',
  rate_basis_points: 725,
  earning_min_purchase_cents: 1_000,
  cashback_available_immediately: false,
  cashback_maturing_days: 9,
  cashback_expires: true,
  cashback_expiration_days: 90,
  redemption_max_share_basis_points: 5_000,
  redemption_min_purchase_cents: 3_000,
  redemption_min_balance_cents: 2_000,
  redemption_proof: 'always',
  redemption_proof_above_cents: 5_000,
  inactivity_months: 24,
};

test('a merchant begins with version 1, from the moment it is made', async () => {
  const [first, ...others] = await versions();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    version: 1,
    program_name: 'Clube',
    rate_basis_points: 500,
    employee_id: null,
  });
});

test.each(Object.entries(CHANGES))(
  'a change of %s makes the next version, whoever writes it',
  async (column, value) => {
    if (column === 'redemption_proof_above_cents')
      await fixture.setRules({ redemption_proof: 'above', redemption_proof_above_cents: 1 });
    const before = await versions();
    const last = before.at(-1);
    await setRules(fixture.owner, fixture.staff.merchantId, { [column]: value });
    const after = await versions();
    const next = { ...last, version: before.length + 1, holds_from: expect.any(Date), [column]: value };
    expect(after).toEqual([...before, next]);
  },
);

test('every rule of a version is one whose change makes the next, and a setting of the merchant', async () => {
  const [first = {}] = await versions();
  const { merchant_id, version, holds_from, employee_id, ...rules } = first;
  expect(Object.keys(rules).sort()).toEqual(Object.keys(CHANGES).sort());
});

test('a save that changes nothing makes no version, nor does a change of anything else', async () => {
  const { app, staff, owner } = fixture;
  await saveCashbackSettings(app, staff, { ip: '127.0.0.1' }, AS_SIGNED_UP);
  await owner.query("UPDATE merchants SET name = 'Outra', rate_basis_points = 500 WHERE id = $1", [
    staff.merchantId,
  ]);
  expect(await versions()).toHaveLength(1);
});

test('a saved change holds from that moment and names its employee, and later ones name theirs', async () => {
  const { app, staff, owner } = fixture;
  clock.advance(60_000);
  await saveCashbackSettings(app, staff, { ip: '127.0.0.1' }, { ...AS_SIGNED_UP, rateBasisPoints: 800 });
  await setRules(owner, staff.merchantId, { rate_basis_points: 900 });
  const [, saved, written] = await versions();
  expect(saved).toMatchObject({
    version: 2,
    holds_from: new Date(Date.parse(START) + 60_000),
    rate_basis_points: 800,
    employee_id: staff.employeeId,
  });
  expect(written).toMatchObject({ version: 3, rate_basis_points: 900, employee_id: null });
});

test('the months without movement, saved with the general settings, name their employee too', async () => {
  const { app, staff } = fixture;
  const general = { name: 'Clube', phone: '1132104567', brandColor: null, inactivityMonths: 18 };
  await saveGeneralSettings(app, staff, { ip: '127.0.0.1' }, general);
  expect((await versions())[1]).toMatchObject({ inactivity_months: 18, employee_id: staff.employeeId });
});

test('no process may change or delete a version', async () => {
  const { app, staff } = fixture;
  for (const text of ['UPDATE program_rules SET rate_basis_points = 1', 'DELETE FROM program_rules'])
    await expect(
      app.tenancy.withTenant(staff.merchantId, (tx) => tx.query({ name: text, text }, [])),
    ).rejects.toThrow('permission denied');
});

test('a purchase names the version of its rate, its credit the version of its dates, and both keep them', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 30 });
  await counter.open(purchase);
  await fixture.setRules({ rate_basis_points: 1_000 });
  clock.advance(1_000);
  expect(await counter.earn(phone, 10_000)).toMatchObject({ cashbackCents: 1_000 });
  expect(await namedBy('transactions')).toEqual([1, 3]);
  expect(await namedBy('cashback_lots')).toEqual([2, 3]);
});

test('a credit by hand names the version of its dates', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 10_000);
  await fixture.setRules({ cashback_expires: true });
  clock.advance(1_000);
  await counter.adjust(phone, 700);
  expect(await namedBy('cashback_lots')).toEqual([1, 2]);
});
