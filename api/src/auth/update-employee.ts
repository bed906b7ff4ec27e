import type { Role } from 'domain/roles';
import type { TenantTransaction } from '../tenant.ts';

/** Updates an employee's row. The caller has locked it and writes the audit entry. */
export async function updateEmployee(
  tx: TenantTransaction,
  employeeId: string,
  data: {
    name?: string;
    email?: string;
    phone?: string | null;
    role?: Role;
    isActive?: boolean;
  },
): Promise<void> {
  const where = { merchantId_id: { merchantId: tx.merchantId, id: employeeId } };
  await tx.prisma(({ employee }) => employee.update({ where, data, select: { id: true } }));
}
