import type { TenantTransaction } from '../tenant.ts';

/**
 * Ends the links to new passwords that are for the employee or that they made, in the transaction that
 * changes what they may do. Who made a link may still hold it: it must neither open an account that has
 * become more than theirs to manage nor let somebody back in who was put out.
 */
export async function endResetLinks(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.prisma(({ passwordLink }) =>
    passwordLink.updateMany({
      where: {
        merchantId: tx.merchantId,
        kind: 'reset',
        OR: [{ employeeId }, { createdBy: employeeId }],
        usedAt: null,
        expiresAt: { gt: tx.now },
      },
      data: { expiresAt: tx.now },
    }),
  );
}
