import type { ApiScope } from 'domain/api-keys';
import type { Role } from 'domain/roles';
import type { Tenancy } from '../tenant.ts';

/** At most twenty keys can be in use; of the revoked ones the latest are enough. */
const LATEST = 60;

/** Times are ISO 8601. */
export interface ListedApiKey {
  id: string;
  name: string;
  /** The visible start of the key. */
  prefix: string;
  scopes: ApiScope[];
  /** The employee it acts for; while inactive, the key does not work. */
  employee: { id: string; name: string; role: Role; isActive: boolean };
  createdBy: string;
  createdAt: string;
  /** Accurate to the minute. */
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** The merchant's keys, usable ones first. */
export async function listApiKeys(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ keys: ListedApiKey[] }> {
  const keys = await tenancy.withTenant(merchantId, (tx) =>
    tx.prisma(async ({ apiKey }) => {
      const newest = (revokedAt: null | { not: null }, take: number) =>
        apiKey.findMany({
          where: { merchantId, revokedAt },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take,
          select: {
            id: true,
            name: true,
            prefix: true,
            scopes: true,
            employee: { select: { id: true, name: true, role: true, isActive: true } },
            createdBy: { select: { name: true } },
            createdAt: true,
            lastUsedAt: true,
            revokedAt: true,
          },
        });
      const live = await newest(null, LATEST);
      return [...live, ...(await newest({ not: null }, LATEST - live.length))];
    }),
  );
  return {
    keys: keys.map((key) => ({
      ...key,
      scopes: key.scopes as ApiScope[],
      employee: { ...key.employee, role: key.employee.role as Role },
      createdBy: key.createdBy.name,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
    })),
  };
}
