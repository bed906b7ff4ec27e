import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';

/**
 * Tells whether the phone has confirmed this trial. Throws Refusal 'not_found', also for a replaced trial.
 */
export async function showTrial(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  id: string,
): Promise<{ isConfirmed: boolean }> {
  const trial = await tenancy.withTenant(merchantId, (tx) =>
    tx.prisma(({ trialPurchase }) => trialPurchase.findFirst({ where: { merchantId, id } })),
  );
  if (!trial) throw new Refusal('not_found');
  return { isConfirmed: trial.confirmedAt !== null };
}
