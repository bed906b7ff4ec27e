import { trpc } from '../../lib/trpc.ts';
import {
  askInstead,
  useConfirmation,
  useKeepWatching,
  useSeenConfirmed,
} from '../../lib/use-confirmation.ts';

/** True once the customer has confirmed the redemption. */
export function useRedemptionConfirmation(redemptionId: string): boolean {
  const { isConfirmed, confirm, options } = useConfirmation();
  const stream = trpc.redemptions.watch.useSubscription({ id: redemptionId }, options);
  useKeepWatching(stream, !isConfirmed);
  const { data } = trpc.redemptions.latest.useQuery({}, askInstead(stream, !isConfirmed));
  const redemption = data?.redemptions.find(({ id }) => id === redemptionId);
  useSeenConfirmed(!isConfirmed && redemption?.status === 'completed', confirm);
  return isConfirmed;
}
