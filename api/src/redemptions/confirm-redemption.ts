import { Refusal } from '../errors.ts';
import { type ConfirmationDependencies, createTokenConfirmations } from '../ledger/token-confirmations.ts';
import { pageLogoUrl } from '../merchants/picture-addresses.ts';
import { confirmRedemptionTokens } from './redemptions.sql.ts';

export interface RedemptionConfirmation {
  merchantName: string;
  merchantSlug: string;
  logoUrl: string | null;
  brandColor: string | null;
  phone: string;
  amountCents: number;
  availableCents: number;
}

export interface RedemptionConfirmations {
  /**
   * Debits the customer, once; a repeat gets the same success.
   * Throws Refusal 'invalid_token' (unknown, expired, another host's) or 'insufficient_balance'.
   */
  confirm(token: string, hostMerchantId: string | undefined): Promise<RedemptionConfirmation>;
}

const TOKEN_SHAPE = /^REDEMPTION_[\w-]{27}$/;

export function createRedemptionConfirmations(
  dependencies: ConfirmationDependencies,
): RedemptionConfirmations {
  const confirmToken = createTokenConfirmations(dependencies, TOKEN_SHAPE, confirmRedemptionTokens);
  return {
    async confirm(token, hostMerchantId) {
      const row = await confirmToken(token, hostMerchantId);
      if (row.outcome === 'insufficient') throw new Refusal('insufficient_balance');
      if (row.outcome === 'confirmed') {
        dependencies.live.publish(row.redemption_id);
        dependencies.figures.noted(row.merchant_id);
      }
      return {
        merchantName: row.merchant_name,
        merchantSlug: row.signup_link_slug,
        logoUrl: pageLogoUrl(row.logo_url),
        brandColor: row.brand_color,
        phone: row.phone,
        amountCents: row.amount_cents,
        availableCents: row.available_cents,
      };
    },
  };
}
