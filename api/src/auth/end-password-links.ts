import type { App } from '../context.ts';
import type { TenantTransaction } from '../tenant.ts';

/**
 * Ends the reset links that are for the employee or were made by them, in the transaction that changes the
 * employee's rights, and without a mail server the invitations too. The maker of a link may still hold it: it
 * must not open an account that they may no longer manage, nor let a deactivated employee back in. A mailed
 * invitation is with the invited person alone.
 */
export async function endPasswordLinks(
  { mail }: Pick<App, 'mail'>,
  tx: TenantTransaction,
  employeeId: string,
): Promise<void> {
  await tx.prisma(({ passwordLink }) =>
    passwordLink.updateMany({
      where: {
        merchantId: tx.merchantId,
        ...(mail && { kind: 'reset' }),
        OR: [{ employeeId }, { createdBy: employeeId }],
        usedAt: null,
        expiresAt: { gt: tx.now },
      },
      data: { expiresAt: tx.now },
    }),
  );
}
