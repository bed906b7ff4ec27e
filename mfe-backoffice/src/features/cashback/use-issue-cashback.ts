import type { ApiOutputs } from 'api/contract';
import { isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useOperations } from 'federation/use-operations';
import { failureMessage } from '../../lib/failure-message.ts';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshOperations } from '../../lib/use-refresh-operations.ts';

export type IssuedCashback = ApiOutputs['cashback']['issue'];

/** What the counter types in. */
export interface Sale {
  phone: string;
  amountCents: number;
}

/** Records a sale and says how it went. Resolves to what the API threw when it did not succeed. */
export function useIssueCashback(): (sale: Sale) => Promise<{ issued: IssuedCashback } | { error: unknown }> {
  const { notify } = useRemoteHost();
  const operations = useOperations();
  const refresh = useRefreshOperations();
  // Without a network it fails at once: a sale that waits unseen and is sent later would surprise everybody.
  const { mutateAsync } = trpc.cashback.issue.useMutation({ networkMode: 'always' });

  return async ({ phone, amountCents }) => {
    const sale = { phone, amountCents };
    try {
      const issued = await mutateAsync({ operationId: operations.get(sale).id, ...sale });
      operations.succeeded();
      refresh();
      notify.success('QR Code gerado com sucesso!');
      return { issued };
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) operations.abandon(sale);
      notify.error(failureMessage(error, 'Erro ao gerar QR Code. Tente novamente.'));
      return { error };
    }
  };
}
