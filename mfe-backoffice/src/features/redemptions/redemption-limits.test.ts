import { expect, it } from 'vitest';
import type { FoundCustomer } from './found-customer.ts';
import { judgeField, limitMessage, maxRedeemableCents, whyNothing } from './redemption-limits.ts';

const OFF = { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null };

function customerWith(
  redemptionRules: Partial<FoundCustomer['redemptionRules']>,
  availableCents = 5_000,
): FoundCustomer {
  return { availableCents, redemptionRules: { ...OFF, ...redemptionRules } } as FoundCustomer;
}

const plain = (text: string | true) => (text === true ? text : text.replaceAll('\u00a0', ' '));

it('puts each refusal beside the field that can answer it', () => {
  const customer = customerWith({ maxShareBasisPoints: 5_000, minPurchaseCents: 3_000 });
  const check = (purchaseCents: number, amountCents: number) =>
    (['purchaseCents', 'amountCents'] as const).map((field) =>
      plain(judgeField(field, customer, { purchaseCents, amountCents })),
    );
  expect(check(0, 100)).toEqual(['Informe o valor da compra', true]);
  expect(check(2_999, 100)).toEqual(['Resgate somente em compras a partir de R$ 30,00', true]);
  expect(check(5_000, 2_501)).toEqual([true, 'O resgate pode cobrir até 50% da compra: R$ 25,00.']);
  expect(check(5_000, 2_500)).toEqual([true, true]);
});

it('judges nothing by a purchase that no rule asks for', () => {
  expect(judgeField('amountCents', customerWith({}), { purchaseCents: 1, amountCents: 5_000 })).toBe(true);
});

it.each([
  [{}, 0, 5_000],
  [{ maxShareBasisPoints: 5_000 }, 0, 5_000],
  [{ maxShareBasisPoints: 5_000 }, 5_001, 2_500],
  [{ maxShareBasisPoints: 5_000 }, 90_000, 5_000],
  [{ minPurchaseCents: 1_000 }, 3_000, 3_000],
])('under %j a purchase of %i allows %i', (rules, purchaseCents, expected) => {
  expect(maxRedeemableCents(customerWith(rules), purchaseCents)).toBe(expected);
});

it.each([
  [{ maxShareBasisPoints: 5_000 }, 0, 'Até 50% da compra pode ser pago com cashback.'],
  [{ maxShareBasisPoints: 5_000 }, 5_000, 'Até R$ 25,00 podem ser pagos com cashback nesta compra (50%).'],
  [{ maxShareBasisPoints: 5_000 }, 398, 'Até R$ 1,99 pode ser pago com cashback nesta compra (50%).'],
  [{ minPurchaseCents: 3_000 }, 5_000, 'Compra mínima: R$ 30,00.'],
  [
    { minPurchaseCents: 3_000, maxShareBasisPoints: 2_500 },
    2_999,
    'Compra mínima: R$ 30,00. Até 25% da compra pode ser pago com cashback.',
  ],
])('under %j a purchase of %i reads: %s', (rules, purchaseCents, message) => {
  expect(plain(limitMessage({ ...OFF, ...rules }, purchaseCents))).toBe(message);
});

it('refuses a redemption below the least balance, and allows it from exactly there', () => {
  expect(plain(whyNothing(customerWith({ minBalanceCents: 5_001 })) ?? '')).toBe(
    'Resgate a partir de R$ 50,01 de saldo',
  );
  expect(whyNothing(customerWith({ minBalanceCents: 5_000 }))).toBeUndefined();
  expect(whyNothing(customerWith({ minBalanceCents: 1 }, 0))).toBe('Cliente não possui saldo disponível');
});
