import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();

// The fixture verifies the ledger after each: a customer's entries follow each other in time.
test.each([
  ['not at all', 0],
  ['by 3 ms', -3],
  ['by a minute', -MINUTE_MS],
  ['by 200 days', -200 * DAY_MS],
])(
  'whatever is done after the clock stepped back %s follows what was done before it',
  async (_name, stepMs) => {
    const { counter } = fixture;
    const customers = [];
    for (const phone of [freshPhone(), freshPhone()]) {
      const purchase = await counter.earn(phone, 20_000);
      customers.push({ phone, purchase, redemption: await counter.spend(phone, 300) });
    }
    clock.advance(stepMs);
    for (const { phone, purchase, redemption } of customers) {
      await counter.adjust(phone, 500);
      await counter.adjust(phone, -200);
      await counter.reverseRedemption(redemption);
      await counter.reversePurchase(purchase, 5_000);
      await counter.earn(phone, 1_000);
      await counter.spend(phone, 100);
      expect((await counter.balance(phone)).availableCents).toBe(1_000);
    }
    const [first, second] = customers;
    await counter.merge(first?.phone ?? '', second?.phone ?? '');
    expect((await counter.balance(first?.phone ?? '')).availableCents).toBe(2_000);
  },
);
