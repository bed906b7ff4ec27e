import type { TenantTransaction } from '../tenant.ts';

export type Endpoint = Awaited<ReturnType<typeof listEndpoints>>[number];

/** All but the removed ones, oldest first. */
export function listEndpoints({ merchantId, prisma }: TenantTransaction) {
  return prisma(({ webhookEndpoint }) =>
    webhookEndpoint.findMany({
      where: { merchantId, removedAt: null },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  );
}

/** null for a removed one too. */
export function findEndpoint({ merchantId, prisma }: TenantTransaction, id: string) {
  return prisma(({ webhookEndpoint }) =>
    webhookEndpoint.findFirst({ where: { merchantId, id, removedAt: null } }),
  );
}
