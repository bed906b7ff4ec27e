import { errorMessage } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { notify } from 'ui/notify';
import { ForgotPasswordForm } from '../features/one-time-links/forgot-password-form.tsx';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { api } from '../lib/api.ts';
import { emailFromState } from '../lib/email-from-state.ts';
import { Entrance } from '../lib/entrance.tsx';
import styles from './login.module.css';

prepareToasts();

/** 'Esqueci minha senha'. The answer is the same for known and unknown addresses. */
export function ForgotPasswordRoute() {
  useDocumentTitle('Esqueci minha senha');
  const initialEmail = emailFromState(useLocation().state);
  const [asked, setAsked] = useState<{
    email: string;
    delivery: 'email' | 'none';
    supportContact?: string | null;
  }>();

  async function ask(email: string): Promise<void> {
    try {
      setAsked({ email, ...(await api.auth.forgotPassword.mutate({ email })) });
    } catch (error) {
      notify.error(errorMessage(error, 'Não foi possível enviar o link. Tente novamente.'));
    }
  }

  return (
    <Entrance
      title="Esqueceu a senha?"
      description="Informe o email com que você entra e crie uma nova senha por um link."
    >
      {asked?.delivery === 'email' && (
        <Alert tone="success" title="Confira o seu email">
          Se <strong className={styles.address}>{asked.email}</strong> tem uma conta, o link chega em alguns
          minutos e vale por 1 hora. Não chegou? Veja também a caixa de spam.
        </Alert>
      )}
      {asked?.delivery === 'none' && (
        <Alert tone="warning" title="O envio de emails não está configurado">
          <p>
            Trabalha em uma loja? Peça ao proprietário ou a um administrador um link para criar a nova senha.
          </p>
          <p>
            É o proprietário?{' '}
            {asked.supportContact ? (
              <SupportContact uri={asked.supportContact} />
            ) : (
              'Fale com quem instalou o Volta para você.'
            )}
          </p>
        </Alert>
      )}
      {!asked && <ForgotPasswordForm initialEmail={initialEmail} onSubmit={ask} />}
      <p className={styles.signup}>
        <Link to="/login" state={{ email: asked?.email ?? initialEmail }}>
          Voltar para o login
        </Link>
      </p>
    </Entrance>
  );
}

/** 'mailto:ajuda@volta.example' reads as an address, 'https://wa.me/…' as a page. */
function SupportContact({ uri }: { uri: string }) {
  const [, kind, text] = /^(mailto:|tel:|https:\/\/)(.+)$/.exec(uri) ?? [];
  const verb = kind === 'mailto:' ? 'Escreva para' : kind === 'tel:' ? 'Ligue para' : 'Peça ajuda em';
  return (
    <>
      {verb}{' '}
      <a href={uri} className={styles.address}>
        {text}
      </a>
      .
    </>
  );
}
