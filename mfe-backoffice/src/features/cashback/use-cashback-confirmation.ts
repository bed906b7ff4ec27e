import { trpc } from '../../lib/trpc.ts';
import {
  askInstead,
  useConfirmation,
  useKeepWatching,
  useSeenConfirmed,
} from '../../lib/use-confirmation.ts';

/** True once the customer has confirmed the purchase. */
export function useCashbackConfirmation(transactionId: string): boolean {
  const { isConfirmed, confirm, options } = useConfirmation();
  const stream = trpc.cashback.watch.useSubscription({ id: transactionId }, options);
  useKeepWatching(stream, !isConfirmed);
  const { data } = trpc.cashback.latest.useQuery({}, askInstead(stream, !isConfirmed));
  const purchase = data?.sales.find(({ id }) => id === transactionId);
  useSeenConfirmed(!isConfirmed && purchase?.status === 'credited', confirm);
  return isConfirmed;
}
