import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MerchantRules } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { type CreatedRedemption, createRedemption } from './create-redemption.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

/** A customer with R$ 50,00 and a merchant with these rules. */
async function withRules(rules: MerchantRules): Promise<void> {
  await fixture.counter.earn(fixture.phone, 100_000);
  await fixture.setRules(rules);
}

async function redeem(
  amountCents: number,
  purchaseAmountCents?: number,
  requestId: string = randomUUID(),
): Promise<CreatedRedemption> {
  const { id } = await fixture.counter.balance(fixture.phone);
  const purchase = purchaseAmountCents === undefined ? {} : { purchaseAmountCents };
  return await createRedemption(fixture.app, fixture.staff, REQUEST, {
    operationId: requestId,
    customerId: id,
    amountCents,
    ...purchase,
  });
}

/** Code and message of the refusal, with plain spaces; 'allowed' where there is none. */
async function answer(amountCents: number, purchaseAmountCents?: number): Promise<string> {
  return await redeem(amountCents, purchaseAmountCents).then(
    () => 'allowed',
    (error: { code: string; message: string }) => `${error.code}: ${error.message.replaceAll('\u00a0', ' ')}`,
  );
}

async function stored(): Promise<{ amount: number; purchase: number | null }[]> {
  const { rows } = await fixture.owner.query(
    `SELECT amount_cents::int AS amount, purchase_amount_cents::int AS purchase FROM redemptions WHERE merchant_id = $1`,
    [fixture.staff.merchantId],
  );
  return rows;
}

test('a share of the purchase limits the redemption to the centavo, and the refusal names both', async () => {
  await withRules({ redemption_max_share_basis_points: 5_000 });
  expect(await answer(2_500)).toBe('redemption_purchase_missing: Informe o valor da compra');
  expect(await answer(2_501, 5_001)).toBe(
    'redemption_above_share: O resgate pode cobrir até 50% da compra: R$ 25,00.',
  );
  expect(await stored()).toEqual([]);
  expect(await answer(2_500, 5_001)).toBe('allowed');
  expect(await stored()).toEqual([{ amount: 2_500, purchase: 5_001 }]);
});

test('a least purchase and a least balance refuse what is a centavo short, and nothing else', async () => {
  await withRules({ redemption_min_purchase_cents: 3_000, redemption_min_balance_cents: 5_000 });
  expect(await answer(100)).toBe('redemption_purchase_missing: Informe o valor da compra');
  expect(await answer(100, 2_999)).toBe(
    'redemption_purchase_too_small: Resgate somente em compras a partir de R$ 30,00',
  );
  expect(await answer(100, 3_000)).toBe('allowed');
  await fixture.setRules({ redemption_min_balance_cents: 5_001 });
  expect(await answer(100, 3_000)).toBe(
    'redemption_balance_too_small: Resgate a partir de R$ 50,01 de saldo',
  );
});

test('a redemption never passes the purchase that was named, nor the balance, whatever the rules', async () => {
  await withRules({});
  expect(await answer(1_001, 1_000)).toBe(
    'redemption_above_purchase: O resgate não pode passar do valor da compra: R$ 10,00.',
  );
  await fixture.setRules({ redemption_max_share_basis_points: 10_000 });
  expect(await answer(5_001, 100_000)).toBe('amount_above_balance: Valor maior que saldo disponível');
});

test('without rules a redemption is created as before, without a purchase', async () => {
  await withRules({});
  expect(await answer(5_000)).toBe('allowed');
  expect(await stored()).toEqual([{ amount: 5_000, purchase: null }]);
});

test('the rules are those of the moment of creation: a code already shown is good under stricter ones', async () => {
  const { counter } = fixture;
  await withRules({ redemption_max_share_basis_points: 5_000 });
  const shown = await redeem(2_500, 5_000);
  await fixture.setRules({
    redemption_max_share_basis_points: 100,
    redemption_min_balance_cents: 900_000,
  });
  expect(await counter.redeem(shown)).toMatchObject({ amountCents: 2_500, availableCents: 2_500 });
});

test('a repeat gets the stored answer even under stricter rules, another purchase under its id is a conflict', async () => {
  await withRules({ redemption_max_share_basis_points: 5_000 });
  const requestId = randomUUID();
  const first = await redeem(2_500, 5_000, requestId);
  await fixture.setRules({ redemption_max_share_basis_points: 1 });
  expect(await redeem(2_500, 5_000, requestId)).toEqual(first);
  await expect(redeem(2_500, 9_000, requestId)).rejects.toMatchObject({ code: 'operation_conflict' });
});

test('the counter receives the rules with the customer', async () => {
  const { phone, counter } = fixture;
  await withRules({ redemption_max_share_basis_points: 5_000, redemption_min_purchase_cents: 3_000 });
  expect((await counter.balance(phone)).redemptionRules).toEqual({
    maxShareBasisPoints: 5_000,
    minPurchaseCents: 3_000,
    minBalanceCents: null,
  });
});
