import type { TenantTransaction } from '../tenant.ts';

/**
 * Ends the reset links and invitations that are for the employee or were made by them, in the transaction
 * that changes the employee's rights. The maker of a link may hold it, or have chosen the address that it
 * went to: it must not open an account that they may no longer manage, nor let a deactivated employee back
 * in.
 */
export async function endPasswordLinks(tx: TenantTransaction, employeeId: string): Promise<void> {
  await tx.prisma(({ passwordLink }) =>
    passwordLink.updateMany({
      where: {
        merchantId: tx.merchantId,
        OR: [{ employeeId }, { createdBy: employeeId }],
        usedAt: null,
        expiresAt: { gt: tx.now },
      },
      data: { expiresAt: tx.now },
    }),
  );
}
