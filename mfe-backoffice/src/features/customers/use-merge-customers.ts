import { isRefusal } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import { useOperations } from '../../lib/use-operations.ts';
import { useRefreshOperations } from '../../lib/use-refresh-operations.ts';

export interface Merge {
  /** The record that stays. */
  customerId: string;
  /** The one that becomes part of it. */
  sourceCustomerId: string;
  reason: string;
}

export type MergeCustomers = (merge: Merge) => Promise<{ error: unknown } | undefined>;

/** Makes two records one and says so. Resolves to what the API threw when it did not succeed. Belongs to the screen. */
export function useMergeCustomers(): MergeCustomers {
  const { notify } = useRemoteHost();
  const operations = useOperations();
  const refresh = useRefreshOperations();
  const { mutateAsync } = trpc.customers.merge.useMutation();

  return async ({ customerId, sourceCustomerId, reason }) => {
    const request = { customerId, sourceCustomerId, reason: reason.trim() };
    try {
      await mutateAsync({ operationId: operations.get(request).id, ...request });
      operations.succeeded();
      notify.success('Cadastros unidos!');
      refresh();
      return undefined;
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) operations.abandon(request);
      return { error };
    }
  };
}
