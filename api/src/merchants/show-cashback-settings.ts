import type { RedemptionRules } from 'domain/redemption-rules';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { foundMerchant } from './found-merchant.ts';

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

/** Throws Refusal 'merchant_not_found'. */
export async function showCashbackSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<CashbackSettings> {
  return settingsOf(await tenancy.withTenant(merchantId, readCashbackSettings));
}

/** The settings as their columns name them. */
export type CashbackSettingsRow = Awaited<ReturnType<typeof readCashbackSettings>>;

export async function readCashbackSettings({ merchantId, prisma }: TenantTransaction) {
  const { redemptionMinPurchaseCents, redemptionMinBalanceCents, ...row } = foundMerchant(
    await prisma(({ merchant }) =>
      merchant.findUnique({
        where: { id: merchantId, isActive: true },
        select: {
          programName: true,
          rateBasisPoints: true,
          cashbackAvailableImmediately: true,
          cashbackMaturingDays: true,
          cashbackExpires: true,
          cashbackExpirationDays: true,
          redemptionMaxShareBasisPoints: true,
          redemptionMinPurchaseCents: true,
          redemptionMinBalanceCents: true,
        },
      }),
    ),
  );
  const cents = (amount: bigint | null) => (amount === null ? null : Number(amount));
  return {
    ...row,
    redemptionMinPurchaseCents: cents(redemptionMinPurchaseCents),
    redemptionMinBalanceCents: cents(redemptionMinBalanceCents),
  };
}

export function settingsOf(row: CashbackSettingsRow): CashbackSettings {
  return {
    programName: row.programName,
    rateBasisPoints: row.rateBasisPoints,
    availableImmediately: row.cashbackAvailableImmediately,
    maturingDays: row.cashbackMaturingDays,
    expires: row.cashbackExpires,
    expirationDays: row.cashbackExpirationDays,
    redemptionRules: {
      maxShareBasisPoints: row.redemptionMaxShareBasisPoints,
      minPurchaseCents: row.redemptionMinPurchaseCents,
      minBalanceCents: row.redemptionMinBalanceCents,
    },
  };
}
