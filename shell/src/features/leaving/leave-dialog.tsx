import { QuestionDialog } from '../../lib/question-dialog.tsx';
import { leaving, useIsAskedToStay } from './leaving.ts';

export function LeaveDialog() {
  if (!useIsAskedToStay()) return null;
  return (
    <QuestionDialog
      title="Sair sem salvar?"
      description="As alterações feitas nesta página serão perdidas."
      stay={{ label: 'Continuar editando', onClick: leaving.stay }}
      leave={{ label: 'Sair sem salvar', onClick: leaving.leave }}
    />
  );
}
