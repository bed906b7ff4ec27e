import { afterAll, beforeAll, expect, test } from 'vitest';
import { behindCustomerLock } from '../test/behind-lock.ts';
import { createCounter, openMoneyApp } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();
let second: Awaited<ReturnType<typeof openMoneyApp>>;

beforeAll(async () => {
  second = await openMoneyApp(fixture.database.appUrl, clock);
});

afterAll(() => second?.close());

/** Earns 50 reais and confirms redemptions of these centavos at once, on two processes in turn. */
async function race(amounts: number[], openings = 1) {
  const { owner, counter, phone, staff } = fixture;
  const counters = [counter, createCounter(second.app, staff)];
  await counter.earn(phone, 100_000);
  const created: { link: string }[] = [];
  for (const cents of amounts) created.push(await counter.createRedemption(phone, cents));
  const all = Array.from({ length: openings }, () => created).flat();
  const answers = await behindCustomerLock(owner, phone, () =>
    all.map(async (each, turn) => await (counters[turn % 2] ?? counter).redeem(each)),
  );
  const refused = answers.flatMap((answer, turn) => {
    if (answer.status === 'fulfilled') return [];
    expect(answer.reason).toMatchObject({ code: 'insufficient_balance' });
    return [amounts[turn] ?? 0];
  });
  const shown = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  return { shown, refused, left: (await counter.balance(phone)).availableCents };
}

test('two redemptions of the whole balance confirmed at once on two processes: one wins', async () => {
  const { shown, refused, left } = await race([5_000, 5_000]);
  expect(shown).toMatchObject([{ phone: fixture.phone, amountCents: 5_000, availableCents: 0 }]);
  expect([refused, left]).toEqual([[5_000], 0]);
});

test('redemptions of different sizes racing for one balance take no more than it holds, and all that fits', async () => {
  const { shown, refused, left } = await race([3_000, 2_500, 1_900, 700]);
  expect(left).toBe(shown.reduce((cents, { amountCents }) => cents - amountCents, 5_000));
  expect(Math.min(...refused)).toBeGreaterThan(left);
});

test('one redemption link opened at once on two processes debits once and shows both the same success', async () => {
  const { shown, left } = await race([1_500], 2);
  expect(shown).toMatchObject([{ amountCents: 1_500, availableCents: 3_500 }, {}]);
  expect(shown[1]).toEqual(shown[0]);
  expect(left).toBe(3_500);
});
