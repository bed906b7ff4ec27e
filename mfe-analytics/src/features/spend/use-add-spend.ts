import { isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useRequestIds } from 'federation/use-request-ids';
import { trpc } from '../../lib/trpc.ts';
import { spendFailure } from './spend-failure.ts';
import { useRefreshSpend } from './use-spend.ts';

/** The form's values. */
export interface NewSpend {
  amountCents: number;
  /** 'YYYY-MM-DD'. */
  date: string;
}

/** Notes an investment and says how it went; resolves to whether it was noted. */
export function useAddSpend() {
  const { notify } = useRemoteHost();
  const requestIds = useRequestIds();
  const refresh = useRefreshSpend();
  const { mutateAsync, isPending } = trpc.spend.add.useMutation();

  async function add(spend: NewSpend): Promise<boolean> {
    try {
      await mutateAsync({ operationId: requestIds.get(spend).id, ...spend });
      requestIds.succeeded();
      notify.success('Investimento adicionado com sucesso!');
      return true;
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) requestIds.abandon(spend);
      notify.error(spendFailure(error, 'Erro ao adicionar investimento'));
      return false;
    } finally {
      // Also when the answer was lost: the investment may have been noted.
      refresh();
    }
  }

  return { add, isPending };
}
