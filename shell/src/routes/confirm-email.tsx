import { errorMessage, isRefusal } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { notify } from 'ui/notify';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { ConfirmEmailForm } from '../features/one-time-links/confirm-email-form.tsx';
import { TakenEmail } from '../features/one-time-links/taken-email.tsx';
import { useLinkToken } from '../features/one-time-links/use-link-token.ts';
import { useOpenedLink } from '../features/one-time-links/use-opened-link.ts';
import { session as sessionStore } from '../features/session/session.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { api } from '../lib/api.ts';
import { Entrance } from '../lib/entrance.tsx';
import styles from './login.module.css';

prepareToasts();

const openLink = (token: string) => api.auth.emailLink.mutate({ token });

const LABELS = {
  signup: {
    title: 'Conclua o cadastro',
    description: (merchantName: string) => `Falta só confirmar o email de ${merchantName}.`,
    passwordHint: 'A que você escolheu no cadastro',
    action: 'Concluir cadastro',
    done: 'Conta criada com sucesso!',
  },
  change: {
    title: 'Confirme o novo email',
    description: (merchantName: string) =>
      `Você vai entrar com ele no painel de cashback de ${merchantName}.`,
    passwordHint: 'A mesma com que você entra no painel',
    action: 'Confirmar email',
    done: 'Email confirmado com sucesso!',
  },
};

/**
 * The target of links that prove an e-mail. Nothing happens before the password is sent: a mail filter may
 * open links.
 */
export function ConfirmEmailRoute() {
  useDocumentTitle('Confirmar email');
  const navigate = useNavigate();
  const token = useLinkToken();
  const state = useOpenedLink(token, openLink);
  const [refusal, setRefusal] = useState<'invalid' | 'taken'>();

  async function confirm(kind: 'signup' | 'change', password: string): Promise<unknown> {
    try {
      const { email } = await api.auth.confirmEmail.mutate({ token: token ?? '', password });
      // The session in this browser is not the new account's; after a changed e-mail it shows the old one.
      await (kind === 'signup' ? sessionStore.logout() : sessionStore.refresh()).catch(() => undefined);
      notify.success(LABELS[kind].done);
      navigate('/login', { replace: true, state: { email } });
      return undefined;
    } catch (error) {
      if (isRefusal(error, 'invalid_email_link')) setRefusal('invalid');
      else if (isRefusal(error, 'email_taken')) setRefusal('taken');
      else if (!isRefusal(error, 'wrong_link_password'))
        notify.error(errorMessage(error, 'Erro ao confirmar o email. Tente novamente.'));
      return error;
    }
  }

  if (state.step === 'invalid' || refusal === 'invalid') return <InvalidLink />;
  if (state.step === 'failed') {
    return (
      <Entrance title="Confirmar email" description="Não conseguimos verificar o seu link.">
        <ScreenState
          state="failed"
          message={state.message}
          onRetry={state.retry}
          retrying={state.isRetrying}
        />
      </Entrance>
    );
  }
  if (state.step === 'checking') return <CheckingLink />;
  const { kind, email, merchantName } = state.link;
  const { title, description, passwordHint, action } = LABELS[kind];
  return (
    <Entrance title={title} description={description(merchantName)}>
      {refusal === 'taken' ? (
        <TakenEmail email={email} />
      ) : (
        <ConfirmEmailForm
          email={email}
          passwordHint={passwordHint}
          action={action}
          onSubmit={(password) => confirm(kind, password)}
        />
      )}
    </Entrance>
  );
}

function InvalidLink() {
  return (
    <Entrance title="Link inválido" description="Este link não pode mais ser usado.">
      <Alert tone="danger" title="Este link é inválido, venceu ou já foi usado.">
        Se você já confirmou o email, é só entrar. Se não, peça um novo link no cadastro ou no seu perfil.
      </Alert>
      <p className={styles.signup}>
        <Link to="/login">Ir para o login</Link> ou <Link to="/signup">criar uma conta</Link>
      </p>
    </Entrance>
  );
}

function CheckingLink() {
  return (
    <Entrance title="Confirmar email" description="Verificando o seu link...">
      <ScreenState state="loading" label="Verificando o link">
        <Skeleton height="15rem" />
      </ScreenState>
    </Entrance>
  );
}
