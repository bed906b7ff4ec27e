import { cashbackCents } from 'domain/money';
import { createQrTokens } from '../../api/src/lib/tokens.ts';

/**
 * Buyers computed from a number, so that the processes of a run agree on purchase 123,456 without messages.
 * There are enough customers that two concurrent calls seldom meet in one row, and enough merchants that
 * tenants alternate.
 */
export const MERCHANTS = 100;
export const CUSTOMERS = 20_000;
export const RATE_BASIS_POINTS = 500;

/**
 * Prime to CUSTOMERS: neighboring purchases belong to customers whose rows lie apart, as they do at a
 * merchant.
 */
const SCATTER = 7_919;
const DIGITS_IN_TOKEN = 27;

export type IdKind = 'merchant' | 'employee' | 'customer' | 'purchase';
const ID_PREFIXES: Record<IdKind, string> = {
  merchant: '01938000-0001-7000-8000-',
  employee: '01938000-0002-7000-8000-',
  customer: '01938000-0003-7000-8000-',
  purchase: '01938000-0004-7000-8000-',
};

export function idOf(kind: IdKind, number: number): string {
  return `${ID_PREFIXES[kind]}${number.toString(16).padStart(12, '0')}`;
}

export function slugOf(merchant: number): string {
  return `loja-${merchant}`;
}

export interface Purchase {
  number: number;
  merchant: number;
  customer: number;
  merchantId: string;
  purchaseId: string;
  customerId: string;
  amountCents: number;
  cashbackCents: number;
}

/** One more merchant, of which every customer is a customer too: for purchases that are all of one. */
export const LARGE_MERCHANT = 100;
export const ALL_MERCHANTS = LARGE_MERCHANT + 1;

export function purchaseOf(number: number, { isOfOne = false } = {}): Purchase {
  const customer = (number * SCATTER) % CUSTOMERS;
  const merchant = isOfOne ? LARGE_MERCHANT : customer % MERCHANTS;
  const amountCents = 5_000 + (number % 20_000);
  return {
    number,
    merchant,
    customer,
    merchantId: idOf('merchant', merchant),
    purchaseId: idOf('purchase', number),
    customerId: idOf('customer', customer),
    amountCents,
    cashbackCents: cashbackCents(amountCents, RATE_BASIS_POINTS),
  };
}

/**
 * `product` tokens are the product's own; SQL can write and hash a `numbered` one itself, which spares
 * pgbench a look-up.
 */
export type TokenKind = 'product' | 'numbered';

export function tokenWriter(kind: TokenKind, tokenSecret: string): (purchase: Purchase) => string {
  if (kind === 'numbered') return ({ number }) => `CASHBACK_${String(number).padStart(DIGITS_IN_TOKEN, '0')}`;
  const tokens = createQrTokens([tokenSecret]);
  return ({ merchantId, purchaseId }) => tokens.tokenFor('CASHBACK', merchantId, purchaseId);
}
