import { fillMessage, type MessageValues } from './messages.ts';
import { formatCents, formatRate, MAX_AMOUNT_CENTS, MAX_RATE_BASIS_POINTS } from './money.ts';

/** A merchant's rules for a redemption. null: the rule is off, as all of them are by default. */
export interface RedemptionRules {
  /** Largest share of a purchase that cashback may pay, in basis points (5000 = half). */
  maxShareBasisPoints: number | null;
  /** Smallest purchase at which cashback may be used. */
  minPurchaseCents: number | null;
  /** Smallest available balance from which cashback may be used. */
  minBalanceCents: number | null;
}

/**
 * The refusals' codes and messages; the server's table of refusals takes them from here, the form says them
 * earlier.
 */
export const REDEMPTION_RULE_MESSAGES = {
  redemption_balance_too_small: 'Resgate a partir de {minimum} de saldo',
  redemption_purchase_missing: 'Informe o valor da compra',
  redemption_purchase_too_small: 'Resgate somente em compras a partir de {minimum}',
  redemption_above_share: 'O resgate pode cobrir até {share} da compra: {maximum}.',
  redemption_above_purchase: 'O resgate não pode passar do valor da compra: {purchase}.',
} as const;

type Messages = typeof REDEMPTION_RULE_MESSAGES;
export type RedemptionRuleCode = keyof Messages;

/** The rule that refuses, with the amounts that its message names. */
export type RuleRefusal = {
  [Code in RedemptionRuleCode]: { code: Code; values: MessageValues<Messages[Code]> };
}[RedemptionRuleCode];

export interface RedemptionAttempt {
  availableCents: number;
  amountCents: number;
  /** undefined where the counter was not asked for it. */
  purchaseCents: number | undefined;
}

/** True when the rules of a redemption depend on the purchase it pays for. */
export function asksPurchase(rules: RedemptionRules): boolean {
  return rules.maxShareBasisPoints !== null || rules.minPurchaseCents !== null;
}

/**
 * The most of a purchase that cashback may pay: `purchaseCents` × `shareBasisPoints`, rounded down, so that
 * the share is never passed. Exact: the product of the two largest is 10^13, far below 2^53.
 */
export function largestShareCents(purchaseCents: number, shareBasisPoints: number): number {
  assertWithin(purchaseCents, MAX_AMOUNT_CENTS);
  assertWithin(shareBasisPoints, MAX_RATE_BASIS_POINTS);
  const product = purchaseCents * shareBasisPoints;
  return (product - (product % MAX_RATE_BASIS_POINTS)) / MAX_RATE_BASIS_POINTS;
}

function assertWithin(value: number, maximum: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > maximum)
    throw new RangeError(`out of range: ${value}`);
}

/**
 * The first rule that refuses the redemption, undefined where all allow it. That the balance covers it is no
 * rule.
 */
export function findRuleRefusal(rules: RedemptionRules, attempt: RedemptionAttempt): RuleRefusal | undefined {
  const { minBalanceCents, minPurchaseCents, maxShareBasisPoints } = rules;
  const { availableCents, amountCents, purchaseCents } = attempt;
  if (minBalanceCents !== null && availableCents < minBalanceCents)
    return { code: 'redemption_balance_too_small', values: { minimum: formatCents(minBalanceCents) } };
  if (purchaseCents === undefined)
    return asksPurchase(rules) ? { code: 'redemption_purchase_missing', values: {} } : undefined;
  if (minPurchaseCents !== null && purchaseCents < minPurchaseCents)
    return { code: 'redemption_purchase_too_small', values: { minimum: formatCents(minPurchaseCents) } };
  if (maxShareBasisPoints !== null) {
    const maximumCents = largestShareCents(purchaseCents, maxShareBasisPoints);
    const values = { share: formatRate(maxShareBasisPoints), maximum: formatCents(maximumCents) };
    if (amountCents > maximumCents) return { code: 'redemption_above_share', values };
  }
  if (amountCents > purchaseCents)
    return { code: 'redemption_above_purchase', values: { purchase: formatCents(purchaseCents) } };
  return undefined;
}

/** The refusal's message at the counter. */
export function ruleMessage({ code, values }: RuleRefusal): string {
  return fillMessage(REDEMPTION_RULE_MESSAGES[code], values);
}
