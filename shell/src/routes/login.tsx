import { errorMessage } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { notify } from 'ui/notify';
import { type Credentials, LoginForm } from '../features/login/login-form.tsx';
import { waitingMessage } from '../features/outbox/outbox-labels.ts';
import { countWaitingOnDevice } from '../features/outbox/waiting-on-device.ts';
import { addressAfterLogin } from '../features/session/return-address.ts';
import { session as sessionStore, useSession } from '../features/session/session.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { emailFromState } from '../lib/email-from-state.ts';
import { FrontEntrance } from '../lib/entrance.tsx';
import styles from './login.module.css';

prepareToasts();

export function LoginRoute() {
  useDocumentTitle('Entrar');
  const { session, ended } = useSession();
  const { state } = useLocation();
  const [refusal, setRefusal] = useState<string>();
  const [waiting] = useState(countWaitingOnDevice);

  async function login(credentials: Credentials): Promise<boolean> {
    setRefusal(undefined);
    try {
      await sessionStore.login(credentials);
    } catch (error) {
      const message = errorMessage(error, 'Erro ao fazer login');
      setRefusal(message);
      notify.error(message);
      return false;
    }
    notify.success('Login realizado com sucesso!');
    return true;
  }

  if (session) return <Navigate to={addressAfterLogin(state, session.employee.id)} replace />;
  return (
    <FrontEntrance title="Acesse sua conta" description="Entre no painel do seu estabelecimento.">
      {waiting > 0 && (
        <Alert tone="info" title={waitingMessage(waiting)}>
          Para enviar, entre com a mesma conta que registrou.
        </Alert>
      )}
      {/* The toast has said it and is gone in seconds; this stays, and is not said twice. */}
      {refusal && (
        <Alert tone="danger" role="note">
          {refusal}
        </Alert>
      )}
      <LoginForm initialEmail={emailFromState(state) || (ended?.email ?? '')} onSubmit={login} />
      <p className={styles.signup}>
        Ainda não tem conta? <Link to="/signup">Criar conta grátis</Link>
      </p>
    </FrontEntrance>
  );
}
