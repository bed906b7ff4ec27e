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
  /** A new customer's, where it was typed. */
  name?: string;
}

/** The server's questions about a purchase that looks like a slip. */
export function isDoubt(error: unknown): boolean {
  return isRefusal(error, 'purchase_repeated') || isRefusal(error, 'purchase_unusual');
}

/**
 * Records a purchase and reports the outcome. Resolves to the API's error when it did not succeed; a question
 * of the server's is one that `isChecked` answers.
 */
export function useIssueCashback(): (
  purchase: Purchase,
  isChecked: boolean,
) => Promise<{ issued: IssuedCashback } | { error: unknown }> {
  const { notify } = useRemoteHost();
  const requestIds = useRequestIds();
  const refresh = useRefreshMovements();
  // Without a network it fails at once: a purchase must not wait unseen and be sent later.
  const { mutateAsync } = trpc.cashback.issue.useMutation({ networkMode: 'always' });

  return async ({ phone, amountCents, name }, isChecked) => {
    // The name makes it no other purchase: a retry may come without it.
    const purchase = { phone, amountCents };
    const given = name?.trim() ? { name } : {};
    try {
      const { id } = requestIds.get(purchase);
      const issued = await mutateAsync({ operationId: id, ...purchase, ...given, isChecked });
      requestIds.succeeded();
      refresh();
      notify.success('QR Code gerado com sucesso!');
      return { issued };
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) requestIds.abandon(purchase);
      if (!isDoubt(error)) notify.error(failureMessage(error, 'Erro ao gerar QR Code. Tente novamente.'));
      return { error };
    }
  };
}
