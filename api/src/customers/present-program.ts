import { canonicalOrigin } from '../domains/canonical-address.ts';
import type { Environment } from '../env.ts';
import type { Moment } from '../lib/moment.ts';
import { pageLogoUrl } from '../logos/picture-addresses.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  type CustomerBalanceRow,
  listExpiringLots,
  listMaturingLots,
  type ProgramRow,
} from './customers.sql.ts';

/** Customers ask about the next few dates. */
const MAX_DATED_LOTS = 5;

export interface CustomerProgram {
  merchantName: string;
  programName: string;
  slug: string;
  /** The page where others join the same program, at the merchant's stored address. */
  signupUrl: string;
  logoUrl: string | null;
  brandColor: string | null;
  timeZone: string;
  availableCents: number;
  totalCashbackCents: number;
  totalSpentCents: number;
  /** The sum of all maturing credits. */
  maturingCents: number;
  /** The soonest of them, by the time they mature (ISO 8601). */
  maturing: { amountCents: number; availableAt: string }[];
  /**
   * Spendable credits that expire soonest; `expiresAt` (ISO 8601) is the first moment they no longer count.
   */
  expiring: { amountCents: number; expiresAt: string }[];
}

/** One merchant's program and the customer's balances there. */
export async function presentProgram(
  tx: TenantTransaction,
  { publicOrigin }: Pick<Environment, 'publicOrigin'>,
  customer: CustomerBalanceRow,
  merchant: ProgramRow,
  now: Moment,
): Promise<CustomerProgram> {
  const maturingCents = customer.cashback_balance_cents - customer.available_cents;
  const maturing = maturingCents > 0 ? await listMaturingLots(tx, customer.id, now, MAX_DATED_LOTS) : [];
  const expiring =
    customer.available_cents > 0 ? await listExpiringLots(tx, customer.id, now, MAX_DATED_LOTS) : [];
  return {
    merchantName: merchant.name,
    programName: merchant.program_name,
    slug: merchant.signup_link_slug,
    signupUrl: `${canonicalOrigin(publicOrigin, merchant)}/signup/${merchant.signup_link_slug}`,
    logoUrl: pageLogoUrl(merchant.logo_url),
    brandColor: merchant.brand_color,
    timeZone: merchant.time_zone,
    availableCents: customer.available_cents,
    totalCashbackCents: customer.total_cashback_cents,
    totalSpentCents: customer.total_spent_cents,
    maturingCents,
    maturing: maturing.map((lot) => ({
      amountCents: lot.remaining_cents,
      availableAt: lot.available_at.toISOString(),
    })),
    expiring: expiring.map((lot) => ({
      amountCents: lot.remaining_cents,
      expiresAt: lot.expires_at.toISOString(),
    })),
  };
}
