import { centsFromDatabase } from 'domain/money';
import type { RedemptionProof } from 'domain/proof';
import type { RedemptionRules } from 'domain/redemption-rules';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { centsOf } from './cents-of.ts';
import { foundMerchant } from './found-merchant.ts';

export interface CashbackSettings {
  programName: string;
  rateBasisPoints: number;
  /** The least purchase that earns cashback; 0: every purchase does. */
  earningMinPurchaseCents: number;
  availableImmediately: boolean;
  /** Days from a purchase to its credit; kept while `availableImmediately`. */
  maturingDays: number;
  expires: boolean;
  /** Days from the credit to its expiry; kept while credits do not expire. */
  expirationDays: number;
  redemptionRules: RedemptionRules;
  /** What customers have to prove, and when. */
  proof: {
    statementProtected: boolean;
    redemptionProof: RedemptionProof;
    redemptionProofAboveCents: number | null;
  };
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
  const row = foundMerchant(
    await prisma(({ merchant }) =>
      merchant.findUnique({
        where: { id: merchantId, isActive: true },
        select: {
          programName: true,
          rateBasisPoints: true,
          earningMinPurchaseCents: true,
          cashbackAvailableImmediately: true,
          cashbackMaturingDays: true,
          cashbackExpires: true,
          cashbackExpirationDays: true,
          redemptionMaxShareBasisPoints: true,
          redemptionMinPurchaseCents: true,
          redemptionMinBalanceCents: true,
          statementProtected: true,
          redemptionProof: true,
          redemptionProofAboveCents: true,
        },
      }),
    ),
  );
  return {
    ...row,
    earningMinPurchaseCents: centsFromDatabase(row.earningMinPurchaseCents),
    redemptionMinPurchaseCents: centsOf(row.redemptionMinPurchaseCents),
    redemptionMinBalanceCents: centsOf(row.redemptionMinBalanceCents),
    redemptionProof: row.redemptionProof as RedemptionProof,
    redemptionProofAboveCents: centsOf(row.redemptionProofAboveCents),
  };
}

export function settingsOf(row: CashbackSettingsRow): CashbackSettings {
  return {
    programName: row.programName,
    rateBasisPoints: row.rateBasisPoints,
    earningMinPurchaseCents: row.earningMinPurchaseCents,
    availableImmediately: row.cashbackAvailableImmediately,
    maturingDays: row.cashbackMaturingDays,
    expires: row.cashbackExpires,
    expirationDays: row.cashbackExpirationDays,
    redemptionRules: {
      maxShareBasisPoints: row.redemptionMaxShareBasisPoints,
      minPurchaseCents: row.redemptionMinPurchaseCents,
      minBalanceCents: row.redemptionMinBalanceCents,
    },
    proof: {
      statementProtected: row.statementProtected,
      redemptionProof: row.redemptionProof,
      redemptionProofAboveCents: row.redemptionProofAboveCents,
    },
  };
}
