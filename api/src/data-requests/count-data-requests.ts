import type { Tenancy } from '../tenant.ts';

/** Open requests, and how many of them are overdue. */
export async function countDataRequests(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ open: number; overdue: number }> {
  return await tenancy.withTenant(merchantId, (tx) =>
    tx.prisma(async ({ dataRequest }) => ({
      open: await dataRequest.count({ where: { merchantId, state: 'open' } }),
      overdue: await dataRequest.count({ where: { merchantId, state: 'open', dueAt: { lte: tx.now } } }),
    })),
  );
}
