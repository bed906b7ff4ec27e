import type { AlertNumbers, AlertRule } from 'domain/alerts';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmCashback } from '../cashback/confirm-cashback.ts';
import type { ConfirmingDevice } from '../ledger/token-confirmations.ts';
import { newId } from '../lib/id.ts';
import { asWorker } from '../test/as-worker.ts';
import { insertEmployee, sessionOf } from '../test/employees.ts';
import {
  type Counter,
  createCounter,
  DAY_MS,
  HOUR_MS,
  insertMerchant,
  MINUTE_MS,
} from '../test/money-app.ts';
import { clock, START, useMoneyFixture } from '../test/money-fixture.ts';
import { watchMovements } from './watch-movements.ts';

const fixture = useMoneyFixture();
/** The fixture's counter sells from 127.0.0.1. */
const COUNTER = '127.0.0.0/24';
const MOBILE = '203.0.113.0/24';

interface Seen {
  rule: AlertRule;
  by: string | null;
  to: string | null;
  numbers: AlertNumbers;
  movements: number;
}

/** Runs the job and returns the open alerts of the test's merchant. */
async function watch(): Promise<Seen[]> {
  await fixture.app.confirmationTraces.idle();
  clock.advance(1);
  await watchMovements(asWorker(fixture.app));
  const { rows } = await fixture.owner.query<Seen>(
    `SELECT a.rule, e.name AS by, c.phone AS to, a.numbers, cardinality(a.movement_ids) AS movements
     FROM alerts a LEFT JOIN employees e ON e.id = a.employee_id LEFT JOIN customers c ON c.id = a.customer_id
     WHERE a.merchant_id = $1 AND a.state = 'open' ORDER BY a.rule, e.name, a.day`,
    [fixture.staff.merchantId],
  );
  return rows;
}
const rules = (seen: Seen[]) => [...new Set(seen.map(({ rule }) => rule))];

/** The customer opens the link in a browser of these traits. */
async function confirm(
  purchase: { link: string },
  {
    network = MOBILE,
    traits = freshPhone(),
    device,
  }: { network?: string; traits?: string; device?: ConfirmingDevice } = {},
): Promise<void> {
  await confirmCashback(fixture.app, {
    token: tokenOf(purchase.link),
    hostMerchantId: undefined,
    browser: { network, deviceTraits: traits },
    device,
  });
}

/** A purchase of a new customer, confirmed on their own phone an hour before the next one. */
async function sell(counter: Counter, amountCents = 4_000): Promise<void> {
  await confirm(await counter.issue(freshPhone(), amountCents));
}

/** Twenty days of a usual merchant before the test's own: three purchases a day, at nine, ten and eleven. */
async function live(amountCents = 4_000): Promise<void> {
  for (let day = 20; day > 0; day -= 1) {
    clock.set(new Date(new Date(START).getTime() - day * DAY_MS));
    for (let turn = 0; turn < 3; turn += 1) {
      await sell(fixture.counter, amountCents);
      clock.advance(HOUR_MS);
    }
  }
  clock.set(START);
}

async function signInWith(traits: string): Promise<void> {
  const { merchantId, employeeId } = fixture.staff;
  await fixture.app.sessions.create(
    { merchantId, employeeId },
    { ip: '127.0.0.1', browser: () => ({ network: COUNTER, deviceTraits: traits }) },
  );
}

async function setPhone(phone: string | null, employeeId = fixture.staff.employeeId): Promise<void> {
  await fixture.owner.query('UPDATE employees SET phone = $2 WHERE id = $1', [employeeId, phone]);
  // The trigger dates by the database's own clock.
  await fixture.owner.query('UPDATE employee_phones SET created_at = $2 WHERE employee_id = $1', [
    employeeId,
    clock.now(),
  ]);
}

test('a usual merchant has no alert, on its first days and later', async () => {
  for (let day = 0; day < 3; day += 1) {
    for (let turn = 0; turn < 5; turn += 1) {
      await sell(fixture.counter);
      clock.advance(HOUR_MS);
    }
    expect(await watch()).toEqual([]);
    clock.advance(DAY_MS - 5 * HOUR_MS);
  }
});

describe('far above what is usual', () => {
  beforeEach(() => live());

  test('an employee: three times a full day, and never below the least', async () => {
    // R$ 2 each; a full day here has R$ 6.
    for (let turn = 0; turn < 20; turn += 1) {
      await sell(fixture.counter, 10_000);
      clock.advance(5 * MINUTE_MS);
    }
    expect(rules(await watch()), 'R$ 100 is the least').toEqual([]);
    await sell(fixture.counter, 10_000);
    expect(await watch()).toMatchObject([
      {
        rule: 'employee_high',
        by: 'Maria',
        to: null,
        numbers: { cents: 10_500, count: 21, usualCents: 600 },
      },
    ]);
  });

  test('a customer: three times what 99 of 100 have, and never below the least', async () => {
    await confirm(await fixture.counter.issue(fixture.phone, 100_000));
    expect(await watch()).toEqual([]);
    clock.advance(HOUR_MS);
    await confirm(await fixture.counter.issue(fixture.phone, 100));
    expect(await watch()).toMatchObject([
      {
        rule: 'customer_high',
        by: null,
        to: fixture.phone,
        numbers: { cents: 5_005, count: 2, usualCents: 200 },
      },
    ]);
  });

  test('what was reversed counts nothing', async () => {
    const purchase = await fixture.counter.issue(fixture.phone, 200_000);
    await confirm(purchase);
    await fixture.counter.reversePurchase(purchase, 200_000);
    expect(await watch()).toEqual([]);
  });

  test('what was reversed after its cashback was spent counts as given', async () => {
    const purchase = await fixture.counter.issue(fixture.phone, 200_000);
    await confirm(purchase);
    const other = await insertEmployee(fixture.owner, fixture.staff.merchantId, 'operator');
    await createCounter(fixture.app, sessionOf(fixture.staff, other)).spend(fixture.phone, 9_000);
    await fixture.counter.reversePurchase(purchase, 200_000);
    expect(await watch()).toMatchObject([
      { rule: 'customer_high', to: fixture.phone, numbers: { cents: 9_000, count: 1 } },
    ]);
  });
});

test('a merchant without a history alerts from ten times the least', async () => {
  await confirm(await fixture.counter.issue(fixture.phone, 1_000_000));
  expect(await watch()).toEqual([]);
  clock.advance(HOUR_MS);
  await confirm(await fixture.counter.issue(fixture.phone, 100));
  expect(await watch()).toMatchObject([
    { rule: 'customer_high', to: fixture.phone, numbers: { cents: 50_005 } },
  ]);
});

test('where much is usual, three times as much alerts', async () => {
  // R$ 50 for a customer, R$ 150 on a full day of an employee.
  await live(100_000);
  await confirm(await fixture.counter.issue(fixture.phone, 300_000));
  for (let count = 0; count < 6; count += 1) {
    clock.advance(5 * MINUTE_MS);
    await sell(fixture.counter, 100_000);
  }
  expect(await watch()).toEqual([]);
  clock.advance(HOUR_MS);
  await confirm(await fixture.counter.issue(fixture.phone, 100));
  expect(await watch()).toMatchObject([
    { rule: 'customer_high', numbers: { cents: 15_005, usualCents: 5_000 } },
    { rule: 'employee_high', numbers: { cents: 45_005, usualCents: 15_000 } },
  ]);
});

describe('purchases of one customer', () => {
  test('more than five in a day', async () => {
    for (let turn = 1; turn <= 6; turn += 1) {
      await confirm(await fixture.counter.issue(fixture.phone, 4_000));
      clock.advance(20 * MINUTE_MS);
      if (turn === 5) expect(await watch()).toEqual([]);
    }
    expect(await watch()).toMatchObject([
      { rule: 'customer_often', to: fixture.phone, numbers: { count: 6, limit: 5 }, movements: 6 },
    ]);
  });

  test('two within fifteen minutes', async () => {
    await fixture.counter.issue(fixture.phone, 4_000);
    clock.advance(15 * MINUTE_MS);
    await fixture.counter.issue(fixture.phone, 4_100);
    expect(await watch()).toEqual([]);
    clock.advance(14 * MINUTE_MS);
    await fixture.counter.issue(fixture.phone, 4_200);
    expect(await watch()).toMatchObject([
      {
        rule: 'customer_quick',
        by: 'Maria',
        to: fixture.phone,
        numbers: { count: 2, minutes: 14 },
        movements: 2,
      },
    ]);
  });
});

describe('where a code was confirmed', () => {
  test('in a browser like one in which an employee signs in, in the network of the counter', async () => {
    await signInWith('tablet');
    await confirm(await fixture.counter.issue(freshPhone(), 4_000), { network: MOBILE, traits: 'tablet' });
    await confirm(await fixture.counter.issue(freshPhone(), 4_000), { network: COUNTER, traits: 'iphone' });
    expect(await watch()).toEqual([]);
    await confirm(await fixture.counter.issue(fixture.phone, 4_000), { network: COUNTER, traits: 'tablet' });
    expect(await watch()).toMatchObject([
      { rule: 'own_device', by: 'Maria', to: fixture.phone, numbers: { count: 1 } },
    ]);
  });

  test('confirmed a day after the purchase, it is found all the same', async () => {
    await signInWith('tablet');
    const purchase = await fixture.counter.issue(fixture.phone, 4_000);
    expect(await watch()).toEqual([]);
    clock.advance(5 * DAY_MS);
    await sell(fixture.counter);
    expect(await watch()).toEqual([]);
    await confirm(purchase, { network: COUNTER, traits: 'tablet' });
    expect(await watch()).toMatchObject([{ rule: 'own_device', to: fixture.phone }]);
  });

  test('in the network of the counter, five a day, where customers do not use it', async () => {
    await live();
    for (let turn = 0; turn < 60; turn += 1) await sell(fixture.counter, 100);
    clock.advance(DAY_MS);
    for (let turn = 1; turn <= 5; turn += 1) {
      await confirm(await fixture.counter.issue(freshPhone(), 4_000), { network: COUNTER });
      if (turn === 4) expect(await watch()).toEqual([]);
    }
    expect(await watch()).toMatchObject([
      { rule: 'own_network', by: 'Maria', to: null, numbers: { count: 5, usualShare: 0 }, movements: 5 },
    ]);
  });

  test('in that network where one customer in six uses it, by far more than that', async () => {
    await live();
    const confirmToday = async (inNetwork: number, elsewhere: number) => {
      for (let turn = 0; turn < inNetwork + elsewhere; turn += 1)
        await confirm(await fixture.counter.issue(freshPhone(), 100), {
          network: turn < inNetwork ? COUNTER : MOBILE,
        });
    };
    await confirmToday(20, 40);
    clock.advance(DAY_MS);
    await confirmToday(5, 3);
    expect(await watch()).toEqual([]);
    clock.advance(DAY_MS);
    await confirmToday(9, 1);
    expect(await watch()).toMatchObject([
      { rule: 'own_network', by: 'Maria', numbers: { count: 9, usualShare: 1_666 } },
    ]);
  });

  test('in that network for a part of a busy day that is far above the usual', async () => {
    await live();
    for (let turn = 0; turn < 60; turn += 1) await sell(fixture.counter, 100);
    clock.advance(DAY_MS);
    for (let turn = 0; turn < 24; turn += 1) {
      const network = turn < 6 ? COUNTER : MOBILE;
      await confirm(await fixture.counter.issue(freshPhone(), 100), { network });
    }
    expect(await watch()).toMatchObject([{ rule: 'own_network', numbers: { count: 6 } }]);
  });

  test('by a browser that confirmed for more than three customers, known by its cookie', async () => {
    const device: ConfirmingDevice & { ids: string[] } = {
      ids: [],
      newId: newId(),
      remember(_merchantId, id) {
        device.ids = [id];
      },
    };
    const phones = [1, 2, 3, 4].map(() => freshPhone());
    for (const [index, phone] of phones.entries()) {
      await confirm(await fixture.counter.issue(phone, 4_000), { device });
      clock.advance(HOUR_MS);
      if (index === 2) expect(await watch()).toEqual([]);
    }
    expect(await watch()).toMatchObject([
      { rule: 'shared_device', by: null, to: phones[0], numbers: { count: 4 }, movements: 4 },
    ]);
  });

  test('by a browser without a cookie for ten customers of a day', async () => {
    for (let turn = 1; turn <= 10; turn += 1) {
      await confirm(await fixture.counter.issue(freshPhone(), 4_000), { traits: 'same' });
      clock.advance(MINUTE_MS);
      if (turn === 9) expect(await watch()).toEqual([]);
    }
    expect(await watch()).toMatchObject([{ rule: 'shared_device', numbers: { count: 10 } }]);
  });
});

describe('phones of employees', () => {
  test('the own one, that came to the profile after the purchase', async () => {
    const other = await insertEmployee(fixture.owner, fixture.staff.merchantId, 'operator');
    await createCounter(fixture.app, sessionOf(fixture.staff, other)).issue(fixture.phone, 4_000);
    clock.advance(HOUR_MS);
    await fixture.counter.issue(fixture.phone, 4_000);
    expect(await watch()).toEqual([]);
    clock.advance(3 * DAY_MS);
    await setPhone(fixture.phone);
    await fixture.counter.issue(freshPhone(), 4_000);
    expect(await watch()).toMatchObject([
      { rule: 'own_phone', by: 'Maria', to: fixture.phone, numbers: { count: 1 }, movements: 1 },
    ]);
  });

  test('one that two of them have', async () => {
    await setPhone(fixture.phone);
    await fixture.counter.issue(freshPhone(), 4_000);
    expect(await watch()).toEqual([]);
    const other = await insertEmployee(fixture.owner, fixture.staff.merchantId, 'operator');
    clock.advance(MINUTE_MS);
    await setPhone(fixture.phone, other.id);
    await fixture.counter.issue(freshPhone(), 4_000);
    expect(await watch()).toMatchObject([{ rule: 'shared_phone', movements: 0 }]);
  });

  test('two that one employee takes over in a day are one alert, beside those of other rules', async () => {
    const phones = [freshPhone(), freshPhone()];
    for (const phone of phones) await setPhone(phone);
    const other = await insertEmployee(fixture.owner, fixture.staff.merchantId, 'operator');
    clock.advance(MINUTE_MS);
    for (const phone of phones) await setPhone(phone, other.id);
    for (let turn = 0; turn < 2; turn += 1) await fixture.counter.issue(fixture.phone, 4_000 + turn);
    expect(await watch()).toMatchObject([{ rule: 'customer_quick' }, { rule: 'shared_phone', to: null }]);
  });
});

describe('credited and redeemed by one employee', () => {
  test('within the hour, from R$ 10', async () => {
    await fixture.counter.earn(fixture.phone, 20_000);
    clock.advance(59 * MINUTE_MS);
    await fixture.counter.spend(fixture.phone, 999);
    expect(await watch()).toEqual([]);
    await fixture.counter.spend(fixture.phone, 1);
    expect(await watch()).toMatchObject([
      {
        rule: 'quick_redemption',
        by: 'Maria',
        to: fixture.phone,
        numbers: { cents: 1_000, minutes: 59 },
        movements: 3,
      },
    ]);
  });

  test('neither later, nor by another, nor of an older credit', async () => {
    const other = await insertEmployee(fixture.owner, fixture.staff.merchantId, 'manager');
    const colleague = createCounter(fixture.app, sessionOf(fixture.staff, other));
    await fixture.counter.earn(fixture.phone, 40_000);
    await colleague.spend(fixture.phone, 1_000);
    clock.advance(HOUR_MS);
    await fixture.counter.earn(fixture.phone, 40_000);
    await fixture.counter.spend(fixture.phone, 1_000);
    expect(await watch()).toEqual([]);
  });
});

describe('beside the merchant’s own usual', () => {
  test('reversals of confirmed purchases: six in a week', async () => {
    for (let turn = 1; turn <= 7; turn += 1) {
      const purchase = await fixture.counter.issue(freshPhone(), 4_000);
      if (turn > 1) await confirm(purchase);
      await fixture.counter.reversePurchase(purchase, 4_000);
      clock.advance(HOUR_MS);
      if (turn === 6) expect(await watch(), 'one was not confirmed').toEqual([]);
    }
    expect(await watch()).toMatchObject([
      { rule: 'reversals', by: 'Maria', numbers: { count: 6, usualCount: 0 }, movements: 6 },
    ]);
  });

  test('corrections: more than R$ 50 in a week', async () => {
    await fixture.counter.earn(fixture.phone, 1_000);
    await fixture.counter.adjust(fixture.phone, 5_000);
    await fixture.counter.adjust(fixture.phone, -1_000);
    expect(await watch()).toEqual([]);
    clock.advance(6 * DAY_MS);
    await fixture.counter.adjust(fixture.phone, 1);
    expect(await watch()).toMatchObject([
      { rule: 'corrections', by: 'Maria', numbers: { cents: 5_001, count: 2, usualCents: 0 }, movements: 2 },
    ]);
  });

  test('the night, where the merchant has almost no business', async () => {
    await live();
    for (let turn = 0; turn < 150; turn += 1) await sell(fixture.counter, 100);
    // Ten in the evening at the merchant, a day later.
    clock.set('2026-03-12T01:00:00Z');
    await sell(fixture.counter);
    expect(await watch()).toEqual([]);
    await sell(fixture.counter);
    expect(await watch()).toMatchObject([{ rule: 'night', by: 'Maria', numbers: { count: 2, hour: 22 } }]);
  });
});

describe('an alert', () => {
  const quick = async () => {
    await fixture.counter.issue(fixture.phone, 4_000);
    clock.advance(MINUTE_MS);
    await fixture.counter.issue(fixture.phone, 4_100);
  };
  const close = (state: 'fine' | 'settled') =>
    fixture.owner.query(
      'UPDATE alerts SET state = $2, closed_at = $3, closed_by = $4 WHERE merchant_id = $1',
      [fixture.staff.merchantId, state, clock.now(), fixture.staff.employeeId],
    );

  test('is written once, and grows with the movements of its day', async () => {
    await quick();
    const [first] = await watch();
    expect(first).toMatchObject({ rule: 'customer_quick', movements: 2 });
    expect(await watch()).toEqual([first]);
    await quick();
    expect(await watch()).toMatchObject([{ rule: 'customer_quick', movements: 4 }]);
    clock.advance(DAY_MS);
    await quick();
    expect(await watch()).toMatchObject([{ movements: 4 }, { movements: 2 }]);
  });

  test('that was fine is not repeated for its pair, and is for another', async () => {
    await quick();
    await watch();
    await close('fine');
    clock.advance(DAY_MS);
    await quick();
    expect(await watch()).toEqual([]);
    const other = await insertEmployee(fixture.owner, fixture.staff.merchantId, 'manager');
    const colleague = createCounter(fixture.app, sessionOf(fixture.staff, other));
    clock.advance(MINUTE_MS);
    await colleague.issue(fixture.phone, 4_200);
    expect(await watch()).toMatchObject([{ rule: 'customer_quick', to: fixture.phone }]);
  });

  test('that was settled opens again with more movements of its day', async () => {
    await quick();
    await watch();
    await close('settled');
    expect(await watch()).toEqual([]);
    await quick();
    expect(await watch()).toMatchObject([{ rule: 'customer_quick', movements: 4 }]);
  });

  test('is of one merchant’s movements alone, whatever customers of another do', async () => {
    const neighbor = createCounter(fixture.app, await insertMerchant(fixture.owner));
    await neighbor.issue(fixture.phone, 4_000);
    await fixture.counter.issue(fixture.phone, 4_000);
    expect(await watch()).toEqual([]);
  });

  test('changes no balance', async () => {
    await fixture.counter.earn(fixture.phone, 1_000_100);
    const before = await fixture.record(fixture.phone);
    expect(rules(await watch())).toEqual(['customer_high']);
    expect(await fixture.record(fixture.phone)).toEqual(before);
  });
});
