import { isRefusal } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import { useOperations } from '../../lib/use-operations.ts';
import { useRefreshOperations } from '../../lib/use-refresh-operations.ts';

export interface Adjustment {
  /** Positive: credit. Negative: debit. */
  amountCents: number;
  reason: string;
}

export type AdjustBalance = (adjustment: Adjustment) => Promise<{ error: unknown } | undefined>;

/**
 * Adjusts the balance and says so. Resolves to what the API threw when it did not succeed. Belongs to the screen and
 * not to the dialog: whoever closes the dialog over a lost answer and tries again must meet the same operation.
 */
export function useAdjustBalance(customerId: string): AdjustBalance {
  const { notify } = useRemoteHost();
  const operations = useOperations();
  const refresh = useRefreshOperations();
  const { mutateAsync } = trpc.customers.adjust.useMutation();

  return async ({ amountCents, reason }) => {
    const request = { customerId, amountCents, reason: reason.trim() };
    try {
      await mutateAsync({ operationId: operations.get(request).id, ...request });
      operations.succeeded();
      notify.success('Saldo ajustado!');
      refresh();
      return undefined;
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) operations.abandon(request);
      // The balance on the screen is not the server's any more.
      if (isRefusal(error, 'adjustment_above_balance')) refresh();
      return { error };
    }
  };
}
