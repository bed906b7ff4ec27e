import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { adjust, changePhone, merge, takeBackPurchase, undoRedemption } from './model-corrections.ts';
import { assertSame, compareBalances, type ModelFixture, outcomeOf, pickKeys } from './model-fixture.ts';
import { type Command, command, index, merchant, nth, PHONES, phone } from './time-commands.ts';

/** Corrections by employees, run in random order among all other commands. */

const counter = (fixture: ModelFixture, merchant: number) =>
  fixture.counters[merchant] as ModelFixture['counters'][number];
const MAX_AMOUNT_CENTS = 1_000_000_000;

/** The same call several times at once under one request id has one effect and one answer. */
async function atOnce<Answer>(times: number, call: (requestId: string) => Promise<Answer>) {
  const requestId = randomUUID();
  const answers = await Promise.all(Array.from({ length: times }, () => outcomeOf(call(requestId))));
  // A call that is still under way is answered so, and may ask again.
  return await Promise.all(
    answers.map((answer) => {
      const isInFlight = (answer as { refusal?: string }).refusal === 'operation_in_flight';
      return isInFlight ? outcomeOf(call(requestId)) : answer;
    }),
  );
}

const times = fc.constantFrom(1, 1, 1, 2);

const reversePurchase = fc
  .tuple(index, fc.constantFrom('all', 'all', 'half', 'third', 'one', 'all + 1'), times)
  .map(([number, share, calls]) =>
    command(
      `reversePurchase(${number}, ${share}, ${calls} at once)`,
      async (model, fixture) => {
        const purchase = nth(model.purchases, number);
        const left = purchase.amountCents - purchase.reversedCents;
        const parts: Record<string, number> = {
          all: left,
          half: left / 2,
          third: left / 3,
          'all + 1': left + 1,
        };
        const amountCents = Math.min(MAX_AMOUNT_CENTS, Math.max(1, Math.ceil(parts[share] ?? 1)));
        const answers = await atOnce(calls, (requestId) =>
          counter(fixture, purchase.merchant).reversePurchase(
            { transactionId: purchase.id },
            amountCents,
            requestId,
          ),
        );
        const expected = takeBackPurchase(model, purchase, amountCents);
        for (const answer of answers) assertSame('reversal', pickKeys(answer, expected), expected);
        await compareBalances(model, fixture, [purchase]);
      },
      (model) => model.purchases.length > 0,
    ),
  );

const reverseRedemption = fc.tuple(index, times).map(([number, calls]) =>
  command(
    `reverseRedemption(${number}, ${calls} at once)`,
    async (model, fixture) => {
      const redemption = nth(model.redemptions, number);
      const answers = await atOnce(calls, (requestId) =>
        counter(fixture, redemption.merchant).reverseRedemption({ redemptionId: redemption.id }, requestId),
      );
      const expected = undoRedemption(model, redemption);
      for (const answer of answers) assertSame('undone redemption', pickKeys(answer, expected), expected);
      await compareBalances(model, fixture, [redemption]);
    },
    (model) => model.redemptions.length > 0,
  ),
);

const adjustBalance = fc
  .tuple(
    merchant,
    phone,
    fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom('all', 'all + 1', 'half')),
    times,
  )
  .map(([where, who, amount, calls]) =>
    command(
      `adjust(${where}, ${who}, ${amount}, ${calls} at once)`,
      async (model, fixture) => {
        const balance = model.balanceCents(where, who);
        const debits: Record<string, number> = {
          all: balance,
          'all + 1': balance + 1,
          half: Math.ceil(balance / 2),
        };
        const wanted = typeof amount === 'number' ? amount : -Math.max(1, debits[amount] ?? 1);
        const amountCents = Math.max(-MAX_AMOUNT_CENTS, wanted);
        const answers = await atOnce(calls, (requestId) =>
          counter(fixture, where).adjust(who, amountCents, requestId),
        );
        const isRefused = balance + amountCents < 0;
        const [first] = answers;
        if (!isRefused && first && 'adjustmentId' in first)
          adjust(model, { merchant: where, phone: who }, amountCents, first.adjustmentId);
        const expected = isRefused
          ? { refusal: 'adjustment_above_balance' }
          : { amountCents, balanceCents: model.balanceCents(where, who) };
        for (const answer of answers) assertSame('adjustment', pickKeys(answer, expected), expected);
        await compareBalances(model, fixture, [{ merchant: where, phone: who }]);
      },
      (model) => model.customer(where, who) !== undefined,
    ),
  );

const correctPhone = fc.tuple(merchant, phone, fc.constantFrom(...PHONES)).map(([where, who, newPhone]) =>
  command(
    `correctPhone(${where}, ${who}, ${newPhone})`,
    async (model, fixture) => {
      const isTaken = newPhone !== who && model.customer(where, newPhone) !== undefined;
      const answer = await outcomeOf(counter(fixture, where).correctPhone(who, newPhone));
      assertSame('corrected phone', answer, isTaken ? { refusal: 'phone_taken' } : { phone: newPhone });
      if (!isTaken) changePhone(model, where, who, newPhone);
      await compareBalances(
        model,
        fixture,
        [who, newPhone].map((each) => ({ merchant: where, phone: each })),
      );
    },
    (model) => model.customer(where, who) !== undefined,
  ),
);

const mergeCustomers = fc
  .tuple(merchant, fc.shuffledSubarray(PHONES, { minLength: 2, maxLength: 2 }))
  .map(([where, [who = '', source = '']]) =>
    command(
      `merge(${where}, ${source} into ${who})`,
      async (model, fixture) => {
        const movedCents = model.balanceCents(where, source);
        const answer = await outcomeOf(counter(fixture, where).merge(who, source));
        merge(model, where, who, source);
        const expected = { movedCents, balanceCents: model.balanceCents(where, who) };
        assertSame('merge', pickKeys(answer, expected), expected);
        await compareBalances(
          model,
          fixture,
          [who, source].map((each) => ({ merchant: where, phone: each })),
        );
      },
      (model) => model.customer(where, who) !== undefined && model.customer(where, source) !== undefined,
    ),
  );

export const corrections: { arbitrary: fc.Arbitrary<Command>; weight: number }[] = [
  { arbitrary: reversePurchase, weight: 4 },
  { arbitrary: reverseRedemption, weight: 3 },
  { arbitrary: adjustBalance, weight: 2 },
  { arbitrary: correctPhone, weight: 1 },
  { arbitrary: mergeCustomers, weight: 1 },
];
