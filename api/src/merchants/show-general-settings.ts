import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { centsOf } from './cents-of.ts';
import { foundMerchant } from './found-merchant.ts';

export interface GeneralSettings {
  name: string;
  /** The address the account was created with; not changeable here. */
  email: string;
  /** Digits only. */
  phone: string;
  address: string;
  /** '#rrggbb'; null: the product's own green. */
  brandColor: string | null;
  logoUrl: string | null;
  /** Set if operators and employees see customers' phones and e-mails masked. */
  maskContacts: boolean;
  /** Set if revenue, reports and the team's numbers are closed to operators and employees. */
  hideReports: boolean;
  /** Months without movement after which a customer is erased, after a notice. */
  inactivityMonths: number;
  /** Movements above it need an approval; null: none does. */
  approvePurchasesAboveCents: number | null;
  approveRedemptionsAboveCents: number | null;
  approveCorrectionsAboveCents: number | null;
  /** A purchase above it is asked about while no usual purchase is known; null: none is. */
  askPurchasesAboveCents: number | null;
}

/** Throws Refusal 'merchant_not_found'. */
export async function showGeneralSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<GeneralSettings> {
  return await tenancy.withTenant(merchantId, readGeneralSettings);
}

export async function readGeneralSettings({
  merchantId,
  prisma,
}: TenantTransaction): Promise<GeneralSettings> {
  const row = foundMerchant(
    await prisma(({ merchant }) =>
      merchant.findUnique({
        where: { id: merchantId, isActive: true },
        select: {
          name: true,
          email: true,
          phone: true,
          address: true,
          brandColor: true,
          logoUrl: true,
          maskContacts: true,
          hideReports: true,
          inactivityMonths: true,
          approvePurchasesAboveCents: true,
          approveRedemptionsAboveCents: true,
          approveCorrectionsAboveCents: true,
          askPurchasesAboveCents: true,
        },
      }),
    ),
  );
  return {
    ...row,
    approvePurchasesAboveCents: centsOf(row.approvePurchasesAboveCents),
    approveRedemptionsAboveCents: centsOf(row.approveRedemptionsAboveCents),
    approveCorrectionsAboveCents: centsOf(row.approveCorrectionsAboveCents),
    askPurchasesAboveCents: centsOf(row.askPurchasesAboveCents),
  };
}
