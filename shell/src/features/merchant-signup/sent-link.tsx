import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import styles from './signup-form.module.css';

interface SentLinkProps {
  email: string;
  /** Says itself how it went. */
  onResend: () => Promise<unknown>;
  onCorrect: () => void;
}

/** The sign-up waits for the link in the mail. */
export function SentLink({ email, onResend, onCorrect }: SentLinkProps) {
  const [isSending, setIsSending] = useState(false);

  async function resend(): Promise<void> {
    setIsSending(true);
    await onResend();
    setIsSending(false);
  }

  return (
    <div className={styles.form}>
      <Alert tone="success" title="Confira o seu email">
        Enviamos um link para <strong className={styles.address}>{email}</strong>; abra-o para concluir o
        cadastro. Ele vale por 24 horas. Não chegou? Veja também a caixa de spam.
      </Alert>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="large"
          block
          pending={isSending}
          pendingLabel="Enviando..."
          onClick={resend}
        >
          Enviar de novo
        </Button>
        <Button variant="ghost" size="large" block disabled={isSending} onClick={onCorrect}>
          Corrigir o email
        </Button>
      </div>
    </div>
  );
}
