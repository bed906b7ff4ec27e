import { APPROVAL_REFUSALS } from 'domain/approvals';
import { knowsPasskeys } from 'federation/knows-passkeys';
import { useStaffSession } from 'federation/remote-host';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { clockLeft } from '../clock-left.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';
import { ApproveHere } from './approve-here.tsx';
import styles from './asking-dialog.module.css';
import { type Asking, useAsking } from './use-asking.ts';

export interface ApprovalDialogProps {
  asking: Asking;
  /** The movement in words, as the dialog describes it. */
  what: string;
  /** Makes the movement once it is approved. Resolves to the error if the movement was not made. */
  onApproved: () => Promise<unknown>;
  onClose: () => void;
}

/** A movement that waits for a manager. Nothing of it is recorded; closing the dialog ends the asking. */
export function AskingDialog({ asking, what, onApproved, onClose }: ApprovalDialogProps) {
  const { asked, state, answer, failure, askAgain, goOn, giveUp } = useAsking(asking, onApproved);
  const takesPins = Boolean(useStaffSession().tablet);
  const [isHere, setIsHere] = useState(false);
  const isOver = state === 'refused' || state === 'expired' || state === 'canceled' || state === 'failed';
  const isWaiting = state === 'waiting' && asked !== undefined;

  function close() {
    giveUp();
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Precisa de aprovação"
      description={what}
      size="small"
      closeOnOutsideClick={false}
      initialFocus="dialog"
      footer={
        <>
          <Button variant="secondary" disabled={state === 'approved'} onClick={close}>
            {isOver ? 'Fechar' : 'Cancelar pedido'}
          </Button>
          {isOver && <Button onClick={() => void askAgain()}>Pedir de novo</Button>}
          {isWaiting && !isHere && (takesPins || knowsPasskeys()) && (
            <Button variant="secondary" onClick={() => setIsHere(true)}>
              Aprovar aqui
            </Button>
          )}
        </>
      }
    >
      <div className={styles.content}>
        {state === 'asking' && <p role="status">Enviando o pedido…</p>}
        {isWaiting && <Waiting untilMs={asked.untilMs} />}
        {isWaiting && isHere && <ApproveHere id={asked.id} takesPins={takesPins} onApproved={goOn} />}
        {state === 'approved' && (
          <Alert tone="success" title="Aprovado">
            Concluindo…
          </Alert>
        )}
        {state === 'refused' && (
          <Alert tone="danger" title={answer?.answeredBy ? `${answer.answeredBy} recusou` : 'Recusado'}>
            {answer?.reason && `${APPROVAL_REFUSALS[answer.reason]}.`} Nada foi registrado.
          </Alert>
        )}
        {(state === 'expired' || state === 'canceled') && (
          <Alert tone="warning" title="O pedido venceu sem resposta">
            Nada foi registrado.
          </Alert>
        )}
        {state === 'failed' && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Dialog>
  );
}

function Waiting({ untilMs }: { untilMs: number }) {
  const secondsLeft = useSecondsLeft(untilMs);
  return (
    <>
      <p role="status">
        Este valor precisa da aprovação de outra pessoa. O pedido já aparece em Aprovações, e a operação segue
        sozinha quando alguém aprovar.
      </p>
      <p role="timer" data-keeps-unlocked className={styles.left}>
        Vale por <span className={styles.clock}>{clockLeft(secondsLeft)}</span>
      </p>
    </>
  );
}
