import { trpc } from '../../lib/trpc.ts';
import { useConfirmation, useKeepWatching } from '../../lib/use-confirmation.ts';

/** Whether the customer has confirmed the redemption; turns true by itself. */
export function useRedemptionConfirmation(redemptionId: string): boolean {
  const { isConfirmed, options } = useConfirmation();
  const { status, reset } = trpc.redemptions.watch.useSubscription({ id: redemptionId }, options);
  useKeepWatching({ status, reset }, !isConfirmed);
  return isConfirmed;
}
