import { useEffect } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import styles from './signup-form.module.css';

interface SentLinkProps {
  email: string;
  /** The same form was sent less than a day ago: this time nothing was. */
  isSentBefore?: true;
  onCorrect: () => void;
}

/** The sign-up waits for the link in the mail. */
export function SentLink({ email, isSentBefore, onCorrect }: SentLinkProps) {
  // The form was longer: without this the message would be above what is seen.
  useEffect(() => void window.scrollTo(0, 0), []);
  const address = <strong className={styles.address}>{email}</strong>;
  return (
    <div className={styles.form}>
      {isSentBefore ? (
        <Alert tone="info" title="O email já foi enviado">
          Há menos de 24 horas enviamos um email para {address} com estes mesmos dados; abra o link dele para
          concluir o cadastro. Não achou? Veja também a caixa de spam, ou use outro email.
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
