import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { recordLedgerVerification } from '../ledger/record-ledger-verification.ts';
import { showLedgerStatus } from '../ledger/show-ledger-status.ts';
import { outcomeOf } from '../test/money/model-fixture.ts';
import { type Counter, createCounter, DAY_MS, HOUR_MS, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();
const HELD = { refusal: 'redemptions_held' };

const prove = (scope: 'all' | 'moved') =>
  recordLedgerVerification({ ...fixture.app, log: { error: () => undefined } }, scope);
const skew = (cents: number) =>
  fixture.owner.query(
    'UPDATE customers SET total_spent_cents = total_spent_cents + $2 WHERE merchant_id = $1',
    [fixture.staff.merchantId, cents],
  );

/** Another merchant with a customer who has cashback. */
async function openNeighbor(): Promise<{ counter: Counter; phone: string }> {
  const counter = createCounter(fixture.app, await insertMerchant(fixture.owner));
  const phone = freshPhone();
  await counter.earn(phone, 20_000);
  return { counter, phone };
}

test('a difference holds the redemptions of its merchant alone, codes made before included, and nothing else', async () => {
  const { counter, phone } = fixture;
  const neighbor = await openNeighbor();
  await counter.earn(phone, 20_000);
  const before = await counter.createRedemption(phone, 100);
  await skew(1);
  await prove('all');

  expect(await outcomeOf(counter.createRedemption(phone, 100))).toMatchObject(HELD);
  const beside = await neighbor.counter.createRedemption(neighbor.phone, 100);
  // One statement confirms both.
  const [held, other] = await Promise.all([
    outcomeOf(counter.redeem(before)),
    outcomeOf(neighbor.counter.redeem(beside)),
  ]);
  expect(held).toMatchObject(HELD);
  expect(other).toMatchObject({ amountCents: 100 });
  await counter.earn(phone, 20_000);
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 2_000 });
  expect(await showLedgerStatus(fixture.app, 1)).toMatchObject({
    status: 'differences',
    alarms: [{ kind: 'redemptions_held', merchant_id: fixture.staff.merchantId }],
  });

  await skew(-1);
  clock.advance(HOUR_MS / 10);
  await prove('moved');
  expect(await outcomeOf(counter.redeem(before)), 'a proof of what moved releases no merchant').toMatchObject(
    HELD,
  );
  await prove('all');
  expect(await outcomeOf(counter.redeem(before))).toMatchObject({ amountCents: 100 });
  expect(await showLedgerStatus(fixture.app, 1)).toMatchObject({ status: 'ok', alarms: [] });
});

test('the hourly proof finds a difference of a customer who moved since, and reads no other', async () => {
  clock.advance(DAY_MS);
  const { counter, phone } = fixture;
  await counter.earn(phone, 20_000);
  const idle = await openNeighbor();
  clock.advance(HOUR_MS);
  await prove('all');
  clock.advance(HOUR_MS);
  expect(await prove('moved')).toEqual({ merchants: 0, entries: 0, differences: 0 });

  await counter.spend(phone, 100);
  expect(await prove('moved')).toEqual({ merchants: 1, entries: 2, differences: 0 });
  await skew(1);
  expect((await prove('moved')).differences).toBe(1);
  expect(await outcomeOf(counter.createRedemption(phone, 100))).toMatchObject(HELD);
  expect(await outcomeOf(idle.counter.spend(idle.phone, 100))).toMatchObject({ amountCents: 100 });
  await skew(-1);
  await prove('all');
});

test('the hourly proof reads a merged record with every record that was merged into it', async () => {
  clock.advance(2 * DAY_MS);
  const { counter, phone } = fixture;
  const [second, third] = [freshPhone(), freshPhone()];
  for (const each of [phone, second, third]) await counter.earn(each, 20_000);
  await counter.merge(second, third);
  await counter.merge(phone, second);
  clock.advance(HOUR_MS);
  await prove('all');
  clock.advance(HOUR_MS);
  await counter.spend(phone, 100);
  const whole = await fixture.owner.query('SELECT FROM ledger_entries WHERE merchant_id = $1', [
    fixture.staff.merchantId,
  ]);
  expect(await prove('moved')).toEqual({ merchants: 1, entries: whole.rowCount, differences: 0 });
});
