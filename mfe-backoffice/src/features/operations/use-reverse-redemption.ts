import type { ApiOutputs } from 'api/contract';
import { isRefusal } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import { useOperations } from '../../lib/use-operations.ts';
import { useRefreshOperations } from '../../lib/use-refresh-operations.ts';

export type RedemptionReversal = ApiOutputs['redemptions']['reverse'];

interface Request {
  redemptionId: string;
  reason: string;
}

export type ReverseRedemption = (
  request: Request,
) => Promise<{ reversal: RedemptionReversal } | { error: unknown }>;

/** Undoes redemptions. Belongs to the list, as `useReversePurchase` does, and resolves as it does. */
export function useReverseRedemption(): ReverseRedemption {
  const { notify } = useRemoteHost();
  const operations = useOperations();
  const refresh = useRefreshOperations();
  const { mutateAsync } = trpc.redemptions.reverse.useMutation({ networkMode: 'always' });

  return async (request) => {
    try {
      const reversal = await mutateAsync({ operationId: operations.get(request).id, ...request });
      operations.succeeded(request);
      notify.success('Resgate estornado');
      return { reversal };
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) operations.abandon(request);
      return { error };
    } finally {
      refresh();
    }
  };
}
