import { useEffect } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import styles from './signup-form.module.css';

interface SentLinkProps {
  email: string;
  /** The same form was sent before, and its link is still valid: this time none was sent. */
  isSentBefore?: true;
  onCorrect: () => void;
}

/** The sign-up waits for the link in the mail. */
export function SentLink({ email, isSentBefore, onCorrect }: SentLinkProps) {
  // The form's button was further down than this.
  useEffect(() => window.scrollTo(0, 0), []);
  const address = <strong className={styles.address}>{email}</strong>;
  return (
    <div className={styles.form}>
      {isSentBefore ? (
        <Alert tone="info" title="O link já foi enviado">
          Já enviamos um link para {address} com estes mesmos dados, e ele continua valendo; abra-o para
          concluir o cadastro. Não achou? Veja também a caixa de spam.
        </Alert>
      ) : (
        <Alert tone="success" title="Confira o seu email">
          Enviamos um link para {address}; abra-o para concluir o cadastro. Ele vale por 24 horas. Não chegou?
          Veja também a caixa de spam.
        </Alert>
      )}
      <Button variant="ghost" size="large" block onClick={onCorrect}>
        Corrigir o email
      </Button>
    </div>
  );
}
