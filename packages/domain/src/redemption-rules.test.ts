import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_CENTS, MAX_RATE_BASIS_POINTS } from './money.ts';
import {
  asksPurchase,
  findRuleRefusal,
  largestShareCents,
  type RedemptionAttempt,
  type RedemptionRules,
  ruleMessage,
} from './redemption-rules.ts';

const OFF: RedemptionRules = { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null };

/** The message at the counter for an attempt; undefined where it is allowed. */
function message(rules: Partial<RedemptionRules>, attempt: Partial<RedemptionAttempt>): string | undefined {
  const refusal = findRuleRefusal(
    { ...OFF, ...rules },
    { availableCents: 10_000, amountCents: 100, purchaseCents: undefined, ...attempt },
  );
  return refusal && ruleMessage(refusal).replaceAll('\u00a0', ' ');
}

test('the largest share never passes the share, and one centavo more would', () => {
  const purchases = fc.integer({ min: 0, max: MAX_AMOUNT_CENTS });
  const shares = fc.integer({ min: 1, max: MAX_RATE_BASIS_POINTS });
  fc.assert(
    fc.property(purchases, shares, (purchaseCents, share) => {
      const largest = BigInt(largestShareCents(purchaseCents, share));
      const exact = BigInt(purchaseCents) * BigInt(share);
      expect(largest * 10_000n <= exact).toBe(true);
      expect((largest + 1n) * 10_000n > exact).toBe(true);
    }),
  );
});

test('the largest share is exact at the borders', () => {
  expect(largestShareCents(5_000, 5_000)).toBe(2_500);
  expect(largestShareCents(1, 9_999)).toBe(0);
  expect(largestShareCents(MAX_AMOUNT_CENTS, MAX_RATE_BASIS_POINTS)).toBe(MAX_AMOUNT_CENTS);
  for (const bad of [-1, 0.5, Number.NaN, MAX_AMOUNT_CENTS + 1])
    expect(() => largestShareCents(bad, 5_000), String(bad)).toThrow(RangeError);
  for (const bad of [-1, 0.5, 10_001]) expect(() => largestShareCents(100, bad)).toThrow(RangeError);
});

test('the purchase is asked by the share and the least purchase, not by the least balance', () => {
  expect(asksPurchase(OFF)).toBe(false);
  expect(asksPurchase({ ...OFF, minBalanceCents: 1 })).toBe(false);
  expect(asksPurchase({ ...OFF, maxShareBasisPoints: 10_000 })).toBe(true);
  expect(asksPurchase({ ...OFF, minPurchaseCents: 1 })).toBe(true);
});

test('without rules anything goes, except more than a purchase that was named', () => {
  expect(message({}, { amountCents: 10_000 })).toBeUndefined();
  expect(message({}, { amountCents: 100, purchaseCents: 100 })).toBeUndefined();
  expect(message({}, { amountCents: 101, purchaseCents: 100 })).toBe(
    'O resgate não pode passar do valor da compra: R$ 1,00.',
  );
});

test('a rule that needs the purchase refuses a redemption that does not name it', () => {
  expect(message({ maxShareBasisPoints: 10_000 }, {})).toBe('Informe o valor da compra');
  expect(message({ minPurchaseCents: 1 }, {})).toBe('Informe o valor da compra');
});

test('the least purchase is met by exactly that purchase', () => {
  const rules = { minPurchaseCents: 3_000 };
  expect(message(rules, { purchaseCents: 3_000 })).toBeUndefined();
  expect(message(rules, { purchaseCents: 2_999 })).toBe('Resgate somente em compras a partir de R$ 30,00');
});

test('the share is met by exactly its amount, rounded down, and its message names share and amount', () => {
  const rules = { maxShareBasisPoints: 5_000 };
  expect(message(rules, { purchaseCents: 5_001, amountCents: 2_500 })).toBeUndefined();
  expect(message(rules, { purchaseCents: 5_001, amountCents: 2_501 })).toBe(
    'O resgate pode cobrir até 50% da compra: R$ 25,00.',
  );
});

test('the least balance is met by exactly that balance, and is said before anything about the purchase', () => {
  const rules = { minBalanceCents: 2_000, maxShareBasisPoints: 100 };
  expect(message({ minBalanceCents: 2_000 }, { availableCents: 2_000 })).toBeUndefined();
  expect(message(rules, { availableCents: 1_999 })).toBe('Resgate a partir de R$ 20,00 de saldo');
});
