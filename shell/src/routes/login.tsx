import { errorMessage } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { notify } from 'ui/notify';
import { type Credentials, LoginForm } from '../features/login/login-form.tsx';
import { session as sessionStore, useSession } from '../features/session/session.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { emailFromState } from '../lib/email-from-state.ts';
import { FrontEntrance } from '../lib/entrance.tsx';
import styles from './login.module.css';

prepareToasts();

export function LoginRoute() {
  useDocumentTitle('Entrar');
  const { session } = useSession();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const initialEmail = emailFromState(useLocation().state);

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
    navigate('/dashboard', { replace: true });
    return true;
  }

  if (session) return <Navigate to="/dashboard" replace />;
  return (
    <FrontEntrance title="Acesse sua conta" description="Entre no painel do seu estabelecimento.">
      {/* The toast has said it and is gone in seconds; this stays, and is not said twice. */}
      {refusal && (
        <Alert tone="danger" role="note">
          {refusal}
        </Alert>
      )}
      <LoginForm initialEmail={initialEmail} onSubmit={login} />
      <p className={styles.signup}>
        Ainda não tem conta? <Link to="/signup">Criar conta grátis</Link>
      </p>
    </FrontEntrance>
  );
}
