import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import styles from './profile-settings.module.css';
import { usePendingEmail } from './use-pending-email.ts';

/** The new address that waits for its link. */
export function PendingEmail({ email }: { email: string }) {
  const { running, resend, cancel } = usePendingEmail();
  return (
    <Alert tone="info" title="Confirme o novo email">
      Abra o link enviado a <strong className={styles.address}>{email}</strong>. Até lá, você continua
      entrando com o email atual.
      <div className={styles.pendingActions}>
        <Button
          variant="secondary"
          pending={running === 'resend'}
          pendingLabel="Enviando..."
          disabled={running !== undefined}
          onClick={resend}
        >
          Enviar de novo
        </Button>
        <Button
          variant="ghost"
          pending={running === 'cancel'}
          pendingLabel="Cancelando..."
          disabled={running !== undefined}
          onClick={cancel}
        >
          Cancelar a troca
        </Button>
      </div>
    </Alert>
  );
}
