import type { TenantTransaction } from '../tenant.ts';

/**
 * Signs an employee out everywhere, in the transaction that changes their rights or password: a crash leaves
 * neither a change with the old sessions nor ended sessions without the change.
 */
export async function endSessions(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.prisma(({ session }) => session.deleteMany({ where: { merchantId: tx.merchantId, employeeId } }));
}

/** Signs the employee of a session out everywhere else. Returns how many sessions ended. */
export async function endSessionsExcept(
  tx: TenantTransaction,
  { id, employeeId }: { id: string; employeeId: string },
): Promise<number> {
  const { count } = await tx.prisma(({ session }) =>
    session.deleteMany({ where: { merchantId: tx.merchantId, employeeId, id: { not: id } } }),
  );
  return count;
}
