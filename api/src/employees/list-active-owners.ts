import type { TenantTransaction } from '../tenant.ts';

/** Active owners of the merchant: the platform's mails about it go to them. */
export async function listActiveOwners({
  merchantId,
  prisma,
}: TenantTransaction): Promise<{ id: string; name: string; email: string }[]> {
  return await prisma(({ employee }) =>
    employee.findMany({
      where: { merchantId, role: 'owner', isActive: true },
      orderBy: { id: 'asc' },
      // The worker may read no other columns.
      select: { id: true, name: true, email: true },
    }),
  );
}
