import { useRemoteHost } from 'federation/remote-host';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { ApiKey } from './api-key.ts';

interface RevokeKeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Asks before a point of sale may stop working. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { notify } = useRemoteHost();
  const { apiKeys } = trpc.useUtils();
  const { mutateAsync } = trpc.apiKeys.revoke.useMutation();
  return (
    <ConfirmDialog
      title={`Revogar ${apiKey.name}?`}
      consequences={[
        'O sistema que usa esta chave deixa de funcionar agora.',
        'Não dá para desfazer: para voltar, é preciso criar outra chave.',
        'O que foi registrado com ela continua no histórico.',
      ]}
      submit={{ label: 'Revogar', pendingLabel: 'Revogando...', variant: 'danger' }}
      failure="Erro ao revogar a chave"
      onConfirm={async () => {
        await mutateAsync({ id: apiKey.id });
        await apiKeys.list.invalidate();
        notify.success('Chave revogada');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
