import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { Check, Hand, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { fineConsequence } from './alert-labels.ts';
import styles from './alerts.module.css';
import type { ShownAlert } from './use-alerts.ts';

const ENDS = {
  fine: {
    title: 'Está tudo certo?',
    submit: { label: 'Está tudo certo', pendingLabel: 'Encerrando...' },
    done: 'Alerta encerrado.',
  },
  settled: {
    title: 'Encerrar como resolvido?',
    submit: { label: 'Encerrar', pendingLabel: 'Encerrando...' },
    done: 'Alerta resolvido.',
  },
};

/** Holds redemptions and closes the alert. `onDone` moves the focus from a button that is gone. */
export function AlertActions({ alert, onDone }: { alert: ShownAlert; onDone: () => void }) {
  const { notify } = useRemoteHost();
  const { alerts } = trpc.useUtils();
  const [closing, setClosing] = useState<'fine' | 'settled'>();
  const close = trpc.alerts.close.useMutation();
  const hold = trpc.alerts.hold.useMutation();
  const release = trpc.alerts.release.useMutation();
  const { id } = alert;
  const isHeld = alert.heldCustomers > 0;
  const canHold = alert.customer !== null || alert.movements > 0;

  async function setHeld(isToBeHeld: boolean) {
    try {
      await (isToBeHeld ? hold : release).mutateAsync({ id });
      notify.success(isToBeHeld ? 'Resgates retidos até você encerrar o alerta.' : 'Resgates liberados.');
    } catch (error) {
      notify.error(failureMessage(error, 'Não foi possível mudar a retenção. Tente novamente.'));
    }
    await alerts.invalidate();
    onDone();
  }

  async function closeAs(state: 'fine' | 'settled') {
    await close.mutateAsync({ id, state });
    notify.success(ENDS[state].done);
    await alerts.invalidate();
    setClosing(undefined);
    onDone();
  }

  return (
    <div className={styles.actions}>
      <Button variant="secondary" icon={<Check />} onClick={() => setClosing('fine')}>
        Está tudo certo
      </Button>
      {canHold && (
        <Button
          variant="secondary"
          icon={<Hand />}
          pending={hold.isPending || release.isPending}
          pendingLabel="Salvando..."
          onClick={() => setHeld(!isHeld)}
        >
          {isHeld ? 'Liberar resgates' : 'Reter resgates'}
        </Button>
      )}
      <Button variant="secondary" icon={<Undo2 />} onClick={() => setClosing('settled')}>
        Já resolvi
      </Button>
      {closing && (
        <ConfirmDialog
          title={ENDS[closing].title}
          submit={ENDS[closing].submit}
          consequences={[
            ...(closing === 'fine' ? [fineConsequence(alert)] : []),
            ...(closing === 'settled' && alert.movements > 0
              ? ['Para desfazer compras e resgates, estorne-os na lista antes de encerrar.']
              : []),
            ...(isHeld ? ['Os resgates retidos por este alerta são liberados.'] : []),
          ]}
          failure="Não foi possível encerrar o alerta. Tente novamente."
          onConfirm={() => closeAs(closing)}
          onClose={() => setClosing(undefined)}
        />
      )}
    </div>
  );
}
