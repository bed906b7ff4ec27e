import { ROLES, roleMay } from 'domain/roles';
import type { TenantTransaction } from '../tenant.ts';

const READERS = ROLES.filter((role) => roleMay(role, 'alerts.close'));

/** Active employees whose role closes alerts. */
export async function listAlertReaders({
  merchantId,
  prisma,
}: TenantTransaction): Promise<{ id: string; name: string; email: string }[]> {
  return await prisma(({ employee }) =>
    employee.findMany({
      where: { merchantId, role: { in: READERS }, isActive: true },
      orderBy: { id: 'asc' },
      // The worker may read no other columns.
      select: { id: true, name: true, email: true },
    }),
  );
}
