import { SecretDialog } from '../../lib/secret-dialog.tsx';
import type { ApiKey } from './api-key.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

interface CreatedKey {
  name: string;
  key: string;
}

export type OpenApiKeyDialog =
  | { kind: 'create' }
  | ({ kind: 'created' } & CreatedKey)
  | { kind: 'revoke'; apiKey: ApiKey };

/** Opens a dialog; the focus goes back to `from` when it closes. */
export type OpenFrom = (dialog: OpenApiKeyDialog, from: HTMLElement) => void;

interface ApiKeyDialogProps {
  dialog: OpenApiKeyDialog | undefined;
  /** The key takes the place of the form that asked for it. */
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
}

/** The dialog that is open, if one is. */
export function ApiKeyDialog({ dialog, onCreated, onClose }: ApiKeyDialogProps) {
  switch (dialog?.kind) {
    case 'create':
      return <CreateKeyDialog onCreated={onCreated} onClose={onClose} />;
    case 'created':
      return (
        <SecretDialog
          title={`Chave de ${dialog.name}`}
          description="Guarde-a no sistema que vai usá-la. Quem a tem age em nome da loja."
          label="Chave de API"
          secret={dialog.key}
          warning="Copie agora: a chave não será mostrada de novo. Se ela se perder, revogue-a e crie outra."
          onClose={onClose}
        />
      );
    case 'revoke':
      return <RevokeKeyDialog apiKey={dialog.apiKey} onClose={onClose} />;
    default:
      return null;
  }
}
