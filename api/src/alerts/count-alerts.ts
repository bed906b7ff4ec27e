import type { Tenancy } from '../tenant.ts';

/** How many alerts are open. */
export async function countAlerts(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ open: number }> {
  return await tenancy.withTenant(merchantId, (tx) =>
    tx.prisma(async ({ alert }) => ({ open: await alert.count({ where: { merchantId, state: 'open' } }) })),
  );
}
