import { QuestionDialog } from '../../lib/question-dialog.tsx';
import { waitingMessage } from './outbox-labels.ts';

interface SignOutDialogProps {
  /** How many purchases the server has not got. */
  waiting: number;
  onStay: () => void;
  onSignOut: () => void;
}

export function SignOutDialog({ waiting, onStay, onSignOut }: SignOutDialogProps) {
  return (
    <QuestionDialog
      title="Sair com vendas esperando?"
      description={`${waitingMessage(waiting)} Só você pode enviar o que registrou: depois de sair, entre de novo neste aparelho em até 24 horas.`}
      stay={{ label: 'Continuar aqui', onClick: onStay }}
      leave={{ label: 'Sair mesmo assim', onClick: onSignOut }}
    />
  );
}
