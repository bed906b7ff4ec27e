import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshWebhooks } from './use-webhooks.ts';

/** Sends once more what was given up; that is a delivery of its own. */
export function useRetryDelivery(): { isRetrying: boolean; retry: (id: string) => void } {
  const { notify } = useRemoteHost();
  const refresh = useRefreshWebhooks();
  const { mutate, isPending } = trpc.webhooks.retry.useMutation({
    onSuccess: () => notify.success('Novo envio a caminho'),
    onError: (error) => notify.error(failureMessage(error, 'Erro ao tentar novamente')),
    onSettled: refresh,
  });
  return { isRetrying: isPending, retry: (id) => mutate({ id }) };
}
