import { useRemoteHost } from 'federation/remote-host';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshWebhooks } from './use-webhooks.ts';

interface RotateSecretDialogProps {
  onRotated: (secret: string) => void;
  onClose: () => void;
}

/** Asks before the merchant's systems have to learn a new secret. */
export function RotateSecretDialog({ onRotated, onClose }: RotateSecretDialogProps) {
  const { notify } = useRemoteHost();
  const refresh = useRefreshWebhooks();
  const { mutateAsync } = trpc.webhooks.rotateSecret.useMutation();
  return (
    <ConfirmDialog
      title="Gerar novo segredo?"
      consequences={[
        'O novo segredo é mostrado uma única vez, em seguida.',
        'Por 24 horas cada envio é assinado com o novo e com o atual: troque-o em seus sistemas nesse tempo.',
        'Depois disso só o novo vale, para todos os endereços.',
      ]}
      submit={{ label: 'Gerar novo segredo', pendingLabel: 'Gerando...' }}
      failure="Erro ao gerar o novo segredo"
      onConfirm={async () => {
        const { secret } = await mutateAsync();
        notify.success('Novo segredo gerado');
        onRotated(secret);
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
