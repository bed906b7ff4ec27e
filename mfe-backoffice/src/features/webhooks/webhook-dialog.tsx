import { SecretDialog } from '../../lib/secret-dialog.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { RemoveEndpointDialog } from './remove-endpoint-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import type { Endpoint } from './webhook.ts';

interface ShownSecret {
  secret: string;
  /** It replaced another dialog. */
  isRotated: boolean;
}

export type OpenWebhookDialog =
  | { kind: 'endpoint'; endpoint: Endpoint | undefined }
  | { kind: 'remove'; endpoint: Endpoint }
  | { kind: 'rotate' }
  | ({ kind: 'secret' } & ShownSecret)
  | { kind: 'delivery'; id: string };

/** Opens a dialog; the focus goes back to `from` when it closes. */
export type OpenFrom = (dialog: OpenWebhookDialog, from: HTMLElement) => void;

interface WebhookDialogProps {
  dialog: OpenWebhookDialog | undefined;
  /** A secret that was just made takes the place of the dialog that asked for it. */
  onShowSecret: (shown: ShownSecret) => void;
  onClose: () => void;
}

/** The dialog that is open, if one is. */
export function WebhookDialog({ dialog, onShowSecret, onClose }: WebhookDialogProps) {
  switch (dialog?.kind) {
    case 'endpoint':
      return (
        <EndpointDialog
          endpoint={dialog.endpoint}
          onSaved={(secret) => (secret ? onShowSecret({ secret, isRotated: false }) : onClose())}
          onClose={onClose}
        />
      );
    case 'remove':
      return <RemoveEndpointDialog endpoint={dialog.endpoint} onClose={onClose} />;
    case 'rotate':
      return (
        <RotateSecretDialog
          onRotated={(secret) => onShowSecret({ secret, isRotated: true })}
          onClose={onClose}
        />
      );
    case 'secret':
      return (
        <SecretDialog
          title={dialog.isRotated ? 'Novo segredo de assinatura' : 'Segredo de assinatura'}
          description="Com ele seu sistema confere que cada envio veio mesmo daqui."
          label="Segredo"
          secret={dialog.secret}
          warning={
            dialog.isRotated
              ? 'Copie agora: ele não será mostrado de novo. Por 24 horas o segredo anterior assina junto, para você trocar sem perder nenhum envio.'
              : 'Copie agora: ele não será mostrado de novo. Se ele se perder, use “Gerar novo segredo”.'
          }
          onClose={onClose}
        />
      );
    case 'delivery':
      return <DeliveryDialog id={dialog.id} onClose={onClose} />;
    default:
      return null;
  }
}
