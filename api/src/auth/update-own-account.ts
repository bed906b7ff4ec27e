import type { TenantTransaction } from '../tenant.ts';

/** Changes an employee whom the caller's transaction has locked. */
export async function updateOwnAccount(
  tx: TenantTransaction,
  employeeId: string,
  data: { name?: string; email?: string; phone?: string | null; passwordHash?: string },
): Promise<void> {
  const where = { merchantId_id: { merchantId: tx.merchantId, id: employeeId } };
  await tx.prisma(({ employee }) => employee.update({ where, data, select: { id: true } }));
}
