import type { ApiOutputs } from 'api/contract';
import { isRefusal } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import { useOperations } from '../../lib/use-operations.ts';
import { useRefreshOperations } from '../../lib/use-refresh-operations.ts';

export type PurchaseReversal = ApiOutputs['cashback']['reverse'];

interface Request {
  transactionId: string;
  amountCents: number;
  reason: string;
}

export type ReversePurchase = (
  request: Request,
) => Promise<{ reversal: PurchaseReversal } | { error: unknown }>;

/**
 * Reverses purchases. Belongs to the list and not to its dialog: closed and opened again, a reversal whose answer
 * was lost is still the same operation. Resolves to what the API threw when it did not succeed.
 */
export function useReversePurchase(): ReversePurchase {
  const { notify } = useRemoteHost();
  const operations = useOperations();
  const refresh = useRefreshOperations();
  const { mutateAsync } = trpc.cashback.reverse.useMutation({ networkMode: 'always' });

  return async (request) => {
    try {
      const reversal = await mutateAsync({ operationId: operations.get(request).id, ...request });
      operations.succeeded(request);
      notify.success('Compra estornada');
      return { reversal };
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) operations.abandon(request);
      return { error };
    } finally {
      refresh();
    }
  };
}
