import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { ConfirmAppDialog } from './confirm-app-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { usePasskeys } from './use-passkeys.ts';
import { useTwoStep } from './use-two-step.ts';

export type OpenTwoStepDialog =
  | { kind: 'start' }
  | { kind: 'app'; secret: string; address: string }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'passkey' }
  | { kind: 'remove-passkey'; id: string; name: string }
  | { kind: 'renew' }
  | { kind: 'remove' };

const FAILED = 'Não foi possível salvar. Tente novamente.';

interface TwoStepDialogProps {
  dialog: OpenTwoStepDialog | undefined;
  /** Another dialog takes the place of this one. */
  onNext: (dialog: OpenTwoStepDialog) => void;
  onClose: () => void;
}

/** The dialog that is open, if one is: of an app, a passkey or recovery codes. */
export function TwoStepDialog({ dialog, onNext, onClose }: TwoStepDialogProps) {
  const { start, confirm, renew, remove } = useTwoStep();
  const passkeys = usePasskeys();
  const showCodes = (codes: string[] | null) => (codes ? onNext({ kind: 'codes', codes }) : onClose());
  switch (dialog?.kind) {
    case 'start':
      return (
        <ConfirmDialog
          title="Ativar o aplicativo de códigos"
          consequences={[
            'Em seguida você lê um QR Code com o aplicativo e digita os números que ele mostra.',
            'Se for a sua primeira etapa a mais, você sai do painel nos outros aparelhos.',
          ]}
          submit={{ label: 'Continuar', pendingLabel: 'Preparando...' }}
          failure={FAILED}
          onConfirm={async () => onNext({ kind: 'app', ...(await start()) })}
          onClose={onClose}
        />
      );
    case 'app':
      return (
        <ConfirmAppDialog
          secret={dialog.secret}
          address={dialog.address}
          onSubmit={async (values) => showCodes(await confirm(values))}
          onClose={onClose}
        />
      );
    case 'passkey':
      return (
        <AddPasskeyDialog
          onSubmit={async (values) => showCodes(await passkeys.add(values))}
          onClose={onClose}
        />
      );
    case 'remove-passkey':
      return (
        <ConfirmDialog
          title={`Remover a chave ${dialog.name}?`}
          consequences={['Apague-a também do aparelho ou do gerenciador de senhas em que está.']}
          submit={{ label: 'Remover', pendingLabel: 'Removendo...', variant: 'danger' }}
          failure={FAILED}
          onConfirm={async () => {
            await passkeys.remove({ id: dialog.id });
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'codes':
      return <RecoveryCodesDialog codes={dialog.codes} onClose={onClose} />;
    case 'renew':
      return (
        <ConfirmDialog
          title="Novos códigos de recuperação"
          consequences={['Os códigos anteriores deixam de valer.']}
          submit={{ label: 'Criar códigos', pendingLabel: 'Criando...' }}
          failure={FAILED}
          onConfirm={async () => showCodes(await renew())}
          onClose={onClose}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          title="Desativar o aplicativo de códigos"
          consequences={['Sem uma chave de acesso, só a senha vai proteger a sua conta.']}
          submit={{ label: 'Desativar', pendingLabel: 'Desativando...', variant: 'danger' }}
          failure={FAILED}
          onConfirm={async () => {
            await remove();
            onClose();
          }}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
}
