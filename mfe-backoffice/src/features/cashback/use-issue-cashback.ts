import type { ApiOutputs } from 'api/contract';
import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useRequestIds } from 'federation/use-request-ids';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';

export type IssuedCashback = ApiOutputs['cashback']['issue'];

/** The values of the counter's form. */
export interface Purchase {
  phone: string;
  amountCents: number;
}

/** Records a purchase and reports the outcome. Resolves to the API's error when it did not succeed. */
export function useIssueCashback(): (
  purchase: Purchase,
) => Promise<{ issued: IssuedCashback } | { error: unknown }> {
  const { notify } = useRemoteHost();
  const requestIds = useRequestIds();
  const refresh = useRefreshMovements();
  // Without a network it fails at once: a purchase must not wait unseen and be sent later.
  const { mutateAsync } = trpc.cashback.issue.useMutation({ networkMode: 'always' });

  return async ({ phone, amountCents }) => {
    const purchase = { phone, amountCents };
    try {
      const issued = await mutateAsync({ operationId: requestIds.get(purchase).id, ...purchase });
      requestIds.succeeded();
      refresh();
      notify.success('QR Code gerado com sucesso!');
      return { issued };
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) requestIds.abandon(purchase);
      notify.error(failureMessage(error, 'Erro ao gerar QR Code. Tente novamente.'));
      return { error };
    }
  };
}
