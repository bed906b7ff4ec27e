import { useRemoteHost } from 'federation/remote-host';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshWebhooks } from './use-webhooks.ts';
import type { Endpoint } from './webhook.ts';

interface RemoveEndpointDialogProps {
  endpoint: Endpoint;
  onClose: () => void;
}

/** Asks before a system stops hearing of anything. */
export function RemoveEndpointDialog({ endpoint, onClose }: RemoveEndpointDialogProps) {
  const { notify } = useRemoteHost();
  const refresh = useRefreshWebhooks();
  const { mutateAsync } = trpc.webhooks.remove.useMutation();
  return (
    <ConfirmDialog
      title="Remover webhook?"
      consequences={[
        `${endpoint.url} deixa de receber eventos agora.`,
        'O que ainda estava a caminho não é mais entregue.',
        'Os envios feitos até aqui continuam no histórico.',
      ]}
      submit={{ label: 'Remover', pendingLabel: 'Removendo...', variant: 'danger' }}
      failure="Erro ao remover o webhook"
      onConfirm={async () => {
        await mutateAsync({ id: endpoint.id });
        await refresh();
        notify.success('Webhook removido');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
