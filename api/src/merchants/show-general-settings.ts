import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface GeneralSettings {
  name: string;
  /** Where the account was made; never changed here. */
  email: string;
  /** Digits only. */
  phone: string;
  address: string;
  /** '#rrggbb'; null: the product's own green. */
  brandColor: string | null;
  logoUrl: string | null;
  /** Whether operators and employees are shown customers' phones and e-mails masked. */
  maskContacts: boolean;
}

export async function showGeneralSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<GeneralSettings> {
  return await tenancy.withTenant(merchantId, readGeneralSettings);
}

export function readGeneralSettings({ merchantId, prisma }: TenantTransaction): Promise<GeneralSettings> {
  return prisma(({ merchant }) =>
    merchant.findUniqueOrThrow({
      where: { id: merchantId },
      select: {
        name: true,
        email: true,
        phone: true,
        address: true,
        brandColor: true,
        logoUrl: true,
        maskContacts: true,
      },
    }),
  );
}
