import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshWebhooks } from './use-webhooks.ts';
import type { Endpoint } from './webhook.ts';

/**
 * `wanted` is the chosen state while the server has not answered yet; until then another choice waits.
 */
export function useToggleEndpoint({ id, url, description, events }: Endpoint) {
  const { notify } = useRemoteHost();
  const refresh = useRefreshWebhooks();
  const { mutate, isPending, variables } = trpc.webhooks.save.useMutation({
    onSuccess: async ({ endpoint }) => {
      await refresh();
      notify.success(endpoint.isActive ? 'Webhook ativado' : 'Webhook desativado');
    },
    onError: (error) => notify.error(failureMessage(error, 'Erro ao atualizar o webhook')),
  });
  return {
    wanted: isPending ? variables.isActive : undefined,
    change: (isActive: boolean) => {
      if (!isPending) mutate({ id, url, description, events, isActive });
    },
  };
}
