import { Refusal } from '../errors.ts';
import type { ConfirmationWatch } from '../ledger/confirmation-watch.ts';
import {
  type ConfirmationInput,
  createTokenQueue,
  type TokenQueue,
  type TokenQueueDependencies,
  tooLateForReceipt,
} from '../ledger/token-confirmations.ts';
import { pageLogoUrl } from '../logos/picture-addresses.ts';
import {
  confirmRedemptionTokens,
  findIsCompleted,
  type RedemptionConfirmationRow,
} from './redemptions.sql.ts';
import { refuseHeld } from './refuse-held.ts';

export interface RedemptionConfirmation {
  merchantName: string;
  merchantSlug: string;
  logoUrl: string | null;
  brandColor: string | null;
  /** Empty, and `availableCents` 0, where the statement is protected and the browser proves nothing. */
  phone: string;
  amountCents: number;
  availableCents: number;
  /**
   * ISO 8601; when the link was used, if it is opened again a day later or more. Then only the merchant is
   * shown with it: the phone is empty and every amount is 0. null: the receipt above holds.
   */
  confirmedEarlierAt: string | null;
}

/** Placeholder values, for a front end that does not know `confirmedEarlierAt` yet. */
const NO_RECEIPT = { phone: '', amountCents: 0, availableCents: 0 };

/** The tokens of redemptions that wait in this process for the next shared statement. */
export type RedemptionTokens = TokenQueue<RedemptionConfirmationRow>;

export function createRedemptionTokens(dependencies: TokenQueueDependencies): RedemptionTokens {
  return createTokenQueue(dependencies, {
    kind: 'redemption',
    shape: /^REDEMPTION_[\w-]{27}$/,
    confirmTokens: confirmRedemptionTokens,
    sourceIdOf: (row) => row.redemption_id,
  });
}

/**
 * Debits the customer, once. A repeat gets the same success, for a day with its receipt.
 * Throws Refusal 'invalid_token' for a token that is unknown, expired or another host's,
 * 'proof_required' where the merchant asks for proof and the browser gives none, 'insufficient_balance',
 * 'redemptions_held' or 'customer_held'.
 */
export async function confirmRedemption(
  { redemptionTokens }: { redemptionTokens: RedemptionTokens },
  input: ConfirmationInput,
): Promise<RedemptionConfirmation> {
  const row = await redemptionTokens.confirm(input).catch(refuseHeld);
  if (row.outcome === 'unproved') throw new Refusal('proof_required');
  if (row.outcome === 'insufficient') throw new Refusal('insufficient_balance');
  const merchant = {
    merchantName: row.merchant_name,
    merchantSlug: row.signup_link_slug,
    logoUrl: pageLogoUrl(row.logo_url),
    brandColor: row.brand_color,
  };
  const confirmedEarlierAt = tooLateForReceipt(row);
  if (confirmedEarlierAt) return { ...merchant, ...NO_RECEIPT, confirmedEarlierAt };
  return {
    ...merchant,
    phone: row.phone,
    amountCents: row.amount_cents,
    availableCents: row.available_cents,
    confirmedEarlierAt: null,
  };
}

/** Yields whether the customer has confirmed the redemption, until they have. Throws Refusal 'not_found'. */
export function watchRedemption(
  { confirmationWatch }: { confirmationWatch: ConfirmationWatch },
  merchantId: string,
  redemptionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ confirmed: boolean }> {
  return confirmationWatch.watch({ merchantId, id: redemptionId }, findIsCompleted, signal);
}
