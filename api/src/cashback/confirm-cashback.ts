import { type ConfirmationDependencies, createTokenConfirmations } from '../ledger/token-confirmations.ts';
import { pageLogoUrl } from '../merchants/picture-addresses.ts';
import { confirmCashbackTokens } from './cashback.sql.ts';

export interface CashbackConfirmation {
  merchantName: string;
  merchantSlug: string;
  logoUrl: string | null;
  brandColor: string | null;
  timeZone: string;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
  availableCents: number;
  /** ISO 8601; in the future while the credit is still maturing. null when there was nothing to credit. */
  availableAt: string | null;
}

export interface CashbackConfirmations {
  /**
   * Credits the customer, once, however often the link is opened; a repeat gets the same success.
   * Throws Refusal 'invalid_token' for a token that is unknown, expired or another host's.
   */
  confirm(token: string, hostMerchantId: string | undefined): Promise<CashbackConfirmation>;
}

const TOKEN_SHAPE = /^CASHBACK_[\w-]{27}$/;

export function createCashbackConfirmations(dependencies: ConfirmationDependencies): CashbackConfirmations {
  const confirmToken = createTokenConfirmations(dependencies, TOKEN_SHAPE, confirmCashbackTokens);
  return {
    async confirm(token, hostMerchantId) {
      const row = await confirmToken(token, hostMerchantId);
      if (row.outcome === 'confirmed') {
        dependencies.live.publish(row.transaction_id);
        dependencies.figures.noted(row.merchant_id);
      }
      return {
        merchantName: row.merchant_name,
        merchantSlug: row.signup_link_slug,
        logoUrl: pageLogoUrl(row.logo_url),
        brandColor: row.brand_color,
        timeZone: row.time_zone,
        phone: row.phone,
        amountCents: row.amount_cents,
        cashbackCents: row.cashback_cents,
        rateBasisPoints: row.rate_basis_points,
        availableCents: row.available_cents,
        availableAt: row.available_at?.toISOString() ?? null,
      };
    },
  };
}
