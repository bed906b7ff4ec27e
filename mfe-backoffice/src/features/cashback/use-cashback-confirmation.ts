import { trpc } from '../../lib/trpc.ts';
import { useConfirmation, useKeepWatching } from '../../lib/use-confirmation.ts';

/** Whether the customer has scanned the sale's code; turns true by itself. */
export function useCashbackConfirmation(transactionId: string): boolean {
  const { isConfirmed, options } = useConfirmation();
  const { status, reset } = trpc.cashback.watch.useSubscription({ id: transactionId }, options);
  useKeepWatching({ status, reset }, !isConfirmed);
  return isConfirmed;
}
