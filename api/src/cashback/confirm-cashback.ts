import type { ConfirmationWatch } from '../ledger/confirmation-watch.ts';
import {
  type ConfirmationInput,
  createTokenQueue,
  type TokenQueue,
  type TokenQueueDependencies,
  tooLateForReceipt,
} from '../ledger/token-confirmations.ts';
import { pageLogoUrl } from '../logos/picture-addresses.ts';
import { type CashbackConfirmationRow, confirmCashbackTokens, findIsConfirmed } from './cashback.sql.ts';

export interface CashbackConfirmation {
  merchantName: string;
  merchantSlug: string;
  logoUrl: string | null;
  brandColor: string | null;
  timeZone: string;
  /** Empty, and `availableCents` 0, where the statement is protected and the browser proves nothing. */
  phone: string;
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
  availableCents: number;
  /** ISO 8601; in the future while the credit is still maturing. null when there was nothing to credit. */
  availableAt: string | null;
  /**
   * ISO 8601; when the link was used, if it is opened again a day later or more. Then only the merchant is
   * shown with it: the phone is empty and every amount is 0. null: the receipt above holds.
   */
  confirmedEarlierAt: string | null;
}

/** Placeholder values, for a front end that does not know `confirmedEarlierAt` yet. */
const NO_RECEIPT = {
  phone: '',
  amountCents: 0,
  cashbackCents: 0,
  rateBasisPoints: 0,
  availableCents: 0,
  availableAt: null,
};

/** The tokens of purchases that wait in this process for the next shared statement. */
export type CashbackTokens = TokenQueue<CashbackConfirmationRow>;

export function createCashbackTokens(dependencies: TokenQueueDependencies): CashbackTokens {
  return createTokenQueue(dependencies, {
    kind: 'cashback',
    shape: /^CASHBACK_[\w-]{27}$/,
    confirmTokens: confirmCashbackTokens,
    sourceIdOf: (row) => row.transaction_id,
  });
}

/**
 * Credits the customer, once, however often the link is opened. A repeat gets the same success, for a day
 * with its receipt.
 * Throws Refusal 'invalid_token' for a token that is unknown, expired or another host's.
 */
export async function confirmCashback(
  { cashbackTokens }: { cashbackTokens: CashbackTokens },
  input: ConfirmationInput,
): Promise<CashbackConfirmation> {
  const row = await cashbackTokens.confirm(input);
  const merchant = {
    merchantName: row.merchant_name,
    merchantSlug: row.signup_link_slug,
    logoUrl: pageLogoUrl(row.logo_url),
    brandColor: row.brand_color,
    timeZone: row.time_zone,
  };
  const confirmedEarlierAt = tooLateForReceipt(row);
  if (confirmedEarlierAt) return { ...merchant, ...NO_RECEIPT, confirmedEarlierAt };
  return {
    ...merchant,
    phone: row.phone,
    amountCents: row.amount_cents,
    cashbackCents: row.cashback_cents,
    rateBasisPoints: row.rate_basis_points,
    availableCents: row.available_cents,
    availableAt: row.available_at?.toISOString() ?? null,
    confirmedEarlierAt: null,
  };
}

/**
 * Yields whether the customer has confirmed the purchase's code, until they have. Throws Refusal 'not_found'.
 */
export function watchCashback(
  { confirmationWatch }: { confirmationWatch: ConfirmationWatch },
  merchantId: string,
  transactionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ confirmed: boolean }> {
  return confirmationWatch.watch({ merchantId, id: transactionId }, findIsConfirmed, signal);
}
