import type { RedemptionRules } from 'domain/redemption-rules';
import type { Tenancy } from '../tenant.ts';
import { type CashbackSettingsRow, getCashbackSettings } from './merchants.sql.ts';

export interface CashbackSettings {
  programName: string;
  rateBasisPoints: number;
  availableImmediately: boolean;
  /** Days from a purchase to its credit; kept while `availableImmediately`. */
  maturingDays: number;
  expires: boolean;
  /** Days from the credit to its expiry; kept while credits do not expire. */
  expirationDays: number;
  redemptionRules: RedemptionRules;
}

export async function showCashbackSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<CashbackSettings> {
  return settingsOf(await tenancy.withTenant(merchantId, getCashbackSettings));
}

export function settingsOf(row: CashbackSettingsRow): CashbackSettings {
  return {
    programName: row.program_name,
    rateBasisPoints: row.rate_basis_points,
    availableImmediately: row.cashback_available_immediately,
    maturingDays: row.cashback_maturing_days,
    expires: row.cashback_expires,
    expirationDays: row.cashback_expiration_days,
    redemptionRules: {
      maxShareBasisPoints: row.redemption_max_share_basis_points,
      minPurchaseCents: row.redemption_min_purchase_cents,
      minBalanceCents: row.redemption_min_balance_cents,
    },
  };
}
