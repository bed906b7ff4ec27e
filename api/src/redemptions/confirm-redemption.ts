import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { createGroupCommit } from '../lib/group-commit.ts';
import type { Live } from '../lib/live.ts';
import { sha256 } from '../lib/tokens.ts';
import type { Tenancy } from '../tenant.ts';
import { confirmRedemptionTokens, type RedemptionConfirmationRow } from './redemptions.sql.ts';

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

export function createRedemptionConfirmations(dependencies: {
  tenancy: Tenancy;
  clock: Clock;
  live: Live;
}): RedemptionConfirmations {
  const { tenancy, clock, live } = dependencies;
  const commits = createGroupCommit<
    { tokenHash: Buffer; hostMerchantId: string | undefined },
    RedemptionConfirmationRow
  >({
    maxInFlight: 2,
    maxBatch: 64,
    maxWaiting: 2_000,
    onFull: () => new Refusal('overloaded', { retryAfterSeconds: 1 }),
    run: async (items) => {
      const rows = await confirmRedemptionTokens(tenancy, items, clock.now());
      return rows.sort((a, b) => a.ordinal - b.ordinal);
    },
  });
  return {
    async confirm(token, hostMerchantId) {
      if (!TOKEN_SHAPE.test(token)) throw new Refusal('invalid_token');
      const row = await commits.submit({ tokenHash: sha256(token), hostMerchantId });
      if (row.outcome === 'unknown') throw new Refusal('invalid_token');
      if (row.outcome === 'insufficient') throw new Refusal('insufficient_balance');
      if (row.outcome === 'confirmed') live.publish(row.redemption_id);
      return {
        merchantName: row.merchant_name,
        merchantSlug: row.signup_link_slug,
        logoUrl: row.logo_url,
        brandColor: row.brand_color,
        phone: row.phone,
        amountCents: row.amount_cents,
        availableCents: row.available_cents,
      };
    },
  };
}
