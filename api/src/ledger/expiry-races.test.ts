import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { outcomeOf } from '../test/money/model-fixture.ts';
import { settleInTime } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();
const ROUNDS = 12;

test('at the moment a credit expires the job, redemptions, reversals, adjustments and reads at once agree on every centavo', async () => {
  const { app, counter } = fixture;
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    clock.set(`2026-03-10T12:00:00Z`);
    const phone = freshPhone();
    const purchase = await counter.earn(phone, 100_000);
    const spent = await counter.spend(phone, 2_000);
    // The last millisecond of the lot in one half of the rounds, the first after it in the other.
    clock.set(round % 2 === 0 ? '2026-03-12T02:59:59.990Z' : '2026-03-12T02:59:59.995Z');
    const pending = await Promise.all(
      [1_000, 2_000, 3_000].map((cents) => counter.createRedemption(phone, cents)),
    );
    clock.set(round % 2 === 0 ? '2026-03-12T02:59:59.999Z' : '2026-03-12T03:00:00.000Z');
    const isExpired = round % 2 === 1;
    const [redeemed, reversed, undone, adjusted, reads] = await Promise.all([
      Promise.all(pending.map((each) => outcomeOf(counter.redeem(each)))),
      counter.reversePurchase(purchase, 40_000),
      counter.reverseRedemption(spent),
      counter.adjust(phone, 100),
      Promise.all(Array.from({ length: 10 }, () => counter.balance(phone))),
      settleInTime(app),
      settleInTime(app),
    ]);
    for (const read of reads) expect(read.availableCents).toBeGreaterThanOrEqual(0);
    const debited = redeemed.reduce((sum, each) => sum + ('amountCents' in each ? each.amountCents : 0), 0);
    if (isExpired) {
      // The lot counts for nothing: a redemption finds at most the credit given by hand.
      expect(debited).toBe(0);
      expect(undone.expiredCents).toBe(2_000);
      expect((await counter.balance(phone)).availableCents).toBe(adjusted.amountCents - reversed.takenCents);
    } else {
      const returned = undone.amountCents - undone.recoveredCents;
      const left = 3_000 - debited - reversed.takenCents + returned + adjusted.amountCents;
      expect((await counter.balance(phone)).availableCents).toBe(left);
    }
  }
});
