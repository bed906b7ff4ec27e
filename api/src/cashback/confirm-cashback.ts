import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { createGroupCommit } from '../lib/group-commit.ts';
import type { Live } from '../lib/live.ts';
import { sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { type CashbackConfirmationRow, confirmCashbackTokens } from './cashback.sql.ts';

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

export function createCashbackConfirmations(dependencies: {
  tenancy: Tenancy;
  clock: Clock;
  live: Live;
}): CashbackConfirmations {
  const { tenancy, clock, live } = dependencies;
  const commits = createGroupCommit<
    { tokenHash: Buffer; hostMerchantId: string | undefined },
    CashbackConfirmationRow
  >({
    maxInFlight: 2,
    maxBatch: 64,
    maxWaiting: 2_000,
    onFull: () => new Refusal('overloaded', { retryAfterSeconds: 1 }),
    run: async (items) => {
      const rows = await confirmCashbackTokens(tenancy, items, clock.now());
      return rows.sort((a, b) => a.ordinal - b.ordinal);
    },
  });
  return {
    async confirm(token, hostMerchantId) {
      if (!TOKEN_SHAPE.test(token)) throw new Refusal('invalid_token');
      const row = await commits.submit({ tokenHash: sha256(token), hostMerchantId });
      if (row.outcome === 'unknown') throw new Refusal('invalid_token');
      if (row.outcome === 'confirmed') live.publish(row.transaction_id);
      return {
        merchantName: row.merchant_name,
        merchantSlug: row.signup_link_slug,
        logoUrl: row.logo_url,
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
