import { formatCents, formatRate } from 'domain/money';
import {
  asksPurchase,
  findRuleRefusal,
  largestShareCents,
  REDEMPTION_RULE_MESSAGES,
  type RedemptionRuleCode,
  ruleMessage,
} from 'domain/redemption-rules';
import { isRefusal } from 'federation/error-message';
import type { FoundCustomer } from './found-customer.ts';

export interface RedemptionValues {
  /** 0 until it was typed; asked only where a rule needs it. */
  purchaseCents: number;
  amountCents: number;
}

/** The refusals that another purchase value could answer; the others are about the value to redeem. */
const ABOUT_PURCHASE: readonly RedemptionRuleCode[] = [
  'redemption_purchase_missing',
  'redemption_purchase_too_small',
];

/** The field that can resolve a refusal of the merchant's rules; undefined for any other refusal. */
export function fieldAtFault(error: unknown): keyof RedemptionValues | undefined {
  const codes = Object.keys(REDEMPTION_RULE_MESSAGES) as RedemptionRuleCode[];
  const code = codes.find((known) => isRefusal(error, known));
  return code && fieldOf(code);
}

function fieldOf(code: RedemptionRuleCode): keyof RedemptionValues {
  return ABOUT_PURCHASE.includes(code) ? 'purchaseCents' : 'amountCents';
}

/** The message about one field by the merchant's rules, the same as the server's; true where it is valid. */
export function judgeField(
  field: keyof RedemptionValues,
  { redemptionRules, availableCents }: FoundCustomer,
  values: RedemptionValues,
): string | true {
  const purchaseCents =
    asksPurchase(redemptionRules) && values.purchaseCents > 0 ? values.purchaseCents : undefined;
  const { amountCents } = values;
  const refusal = findRuleRefusal(redemptionRules, { availableCents, amountCents, purchaseCents });
  return refusal && fieldOf(refusal.code) === field ? ruleMessage(refusal) : true;
}

/** True while the balance is too small for any redemption. */
function isBelowMinBalance({ redemptionRules, availableCents }: FoundCustomer): boolean {
  return redemptionRules.minBalanceCents !== null && availableCents < redemptionRules.minBalanceCents;
}

/** Why this customer may redeem nothing for now; undefined where they may. */
export function whyNothing(customer: FoundCustomer): string | undefined {
  if (customer.availableCents <= 0) return 'Cliente não possui saldo disponível';
  if (!isBelowMinBalance(customer)) return undefined;
  return `Resgate a partir de ${formatCents(customer.redemptionRules.minBalanceCents ?? 0)} de saldo`;
}

/** The most that may be redeemed for this purchase (0: not typed yet). */
export function maxRedeemableCents(
  { redemptionRules, availableCents }: FoundCustomer,
  purchaseCents: number,
): number {
  if (!asksPurchase(redemptionRules) || purchaseCents === 0) return availableCents;
  const share = redemptionRules.maxShareBasisPoints ?? 10_000;
  return Math.min(availableCents, largestShareCents(purchaseCents, share));
}

/** The limit by the rules, updated beside the field of the purchase. */
export function limitMessage(
  { maxShareBasisPoints, minPurchaseCents }: FoundCustomer['redemptionRules'],
  purchaseCents: number,
): string {
  const minimum = minPurchaseCents === null ? '' : `Compra mínima: ${formatCents(minPurchaseCents)}.`;
  if (maxShareBasisPoints === null) return minimum;
  const share = formatRate(maxShareBasisPoints);
  if (purchaseCents === 0 || (minPurchaseCents !== null && purchaseCents < minPurchaseCents))
    return `${minimum} Até ${share} da compra pode ser pago com cashback.`.trim();
  const limitCents = largestShareCents(purchaseCents, maxShareBasisPoints);
  // Portuguese counts from two on: R$ 1,99 pode, R$ 2,00 podem.
  const verb = limitCents < 200 ? 'pode ser pago' : 'podem ser pagos';
  return `Até ${formatCents(limitCents)} ${verb} com cashback nesta compra (${share}).`;
}
