import { CASHBACK_TOKEN_TTL_SECONDS, RECEIPT_TTL_SECONDS } from 'domain/lifetimes';
import { tokenOf } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { WORKER_ROLE } from '../lib/database.ts';
import { showSetup } from '../setup/show-setup.ts';
import { insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { fingerprint } from '../test/tenant-rows.ts';
import { confirmTrial } from './confirm-trial.ts';
import { issueTrial } from './issue-trial.ts';
import { showTrial } from './show-trial.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };

const issue = (phone = fixture.phone) =>
  issueTrial(fixture.app, fixture.staff, REQUEST, { phone, amountCents: 10_000 });
const open = (link: string, hostMerchantId?: string) =>
  confirmTrial(fixture.app, { token: tokenOf(link), hostMerchantId });
const isConfirmed = async (id: string) =>
  (await showTrial(fixture.app, fixture.staff.merchantId, id)).isConfirmed;
const isTicked = async () => (await showSetup(fixture.app, fixture.staff.merchantId)).steps.trial;

test('a trial to the own phone is confirmed by its link, looks like a purchase, and ticks its step', async () => {
  const { owner, staff, phone } = fixture;
  await owner.query('UPDATE employees SET phone = $3 WHERE merchant_id = $1 AND id = $2', [
    staff.merchantId,
    staff.employeeId,
    phone,
  ]);
  const trial = await issue();
  expect(trial).toMatchObject({ phone, amountCents: 10_000, cashbackCents: 500, rateBasisPoints: 500 });
  expect(trial.link).toMatch(/\/customer\/trial\/TRIAL_[\w-]{27}$/);
  expect([await isConfirmed(trial.id), await isTicked()]).toEqual([false, false]);
  expect(await open(trial.link)).toMatchObject({ phone, amountCents: 10_000, cashbackCents: 500 });
  expect([await isConfirmed(trial.id), await isTicked()]).toEqual([true, true]);
  await issue();
  expect(await isTicked(), 'the next trial leaves the tick').toBe(true);
});

test('nothing but the trial, its tick and the audit log knows of it: no customer, ledger, rollup or delivery', async () => {
  const { owner, staff, counter, phone } = fixture;
  await counter.earn(phone, 10_000);
  await fixture.app.rollups.idle();
  const countJobs = async () =>
    (await owner.query('SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs')).rows[0].jobs;
  const [before, jobsBefore] = [await fingerprint(owner, staff.merchantId), await countJobs()];
  await open((await issue()).link);
  await fixture.app.rollups.idle();
  const after = await fingerprint(owner, staff.merchantId);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(changed.sort()).toEqual(['audit_log', 'merchants', 'trial_purchases']);
  expect(await countJobs()).toBe(jobsBefore);
  const { rows } = await owner.query('SELECT has_any_column_privilege($1, $2, $3) AS may', [
    WORKER_ROLE,
    'trial_purchases',
    'SELECT, INSERT, UPDATE, REFERENCES',
  ]);
  expect(rows, 'no job may see a trial').toEqual([{ may: false }]);
});

test("an employee's next trial replaces the last one, whose link is over", async () => {
  const first = await issue();
  const second = await issue();
  await expect(open(first.link)).rejects.toMatchObject({ code: 'invalid_token' });
  await expect(isConfirmed(first.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await isTicked()).toBe(false);
  await open(second.link);
  expect(await isConfirmed(second.id)).toBe(true);
});

test('a link lives as long as that of a purchase, and shows its receipt for a day', async () => {
  const late = await issue();
  clock.advance(CASHBACK_TOKEN_TTL_SECONDS * 1_000);
  await expect(open(late.link)).rejects.toMatchObject({ code: 'invalid_token' });
  const trial = await issue();
  clock.advance(CASHBACK_TOKEN_TTL_SECONDS * 1_000 - 1);
  await open(trial.link);
  clock.advance(RECEIPT_TTL_SECONDS * 1_000 - 1);
  expect(await open(trial.link)).toMatchObject({ amountCents: 10_000 });
  clock.advance(1);
  await expect(open(trial.link)).rejects.toMatchObject({ code: 'invalid_token' });
});

test("a token of a purchase, of nobody's and on another merchant's host are all one refusal", async () => {
  const { owner, staff, counter, phone } = fixture;
  const trial = await issue();
  const neighbor = await insertMerchant(owner);
  await expect(open(trial.link, neighbor.merchantId)).rejects.toMatchObject({ code: 'invalid_token' });
  const purchase = await counter.issue(phone, 10_000);
  const forged = [tokenOf(purchase.link), `TRIAL_${'a'.repeat(27)}`, 'TRIAL_', ''];
  for (const token of forged)
    await expect(confirmTrial(fixture.app, { token, hostMerchantId: undefined })).rejects.toMatchObject({
      code: 'invalid_token',
    });
  expect(await open(trial.link, staff.merchantId)).toMatchObject({ amountCents: 10_000 });
});
