import { errorMessage } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { notify } from 'ui/notify';
import { type Credentials, LoginForm } from '../features/login/login-form.tsx';
import { session as sessionStore, useSession } from '../features/session/session.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { emailFromState } from '../lib/email-from-state.ts';
import { Entrance } from '../lib/entrance.tsx';
import styles from './login.module.css';

prepareToasts();

export function LoginRoute() {
  useDocumentTitle('Entrar');
  const { session } = useSession();
  const navigate = useNavigate();
  const initialEmail = emailFromState(useLocation().state);

  async function login(credentials: Credentials): Promise<boolean> {
    try {
      await sessionStore.login(credentials);
    } catch (error) {
      notify.error(errorMessage(error, 'Erro ao fazer login'));
      return false;
    }
    notify.success('Login realizado com sucesso!');
    navigate('/dashboard', { replace: true });
    return true;
  }

  if (session) return <Navigate to="/dashboard" replace />;
  return (
    <Entrance title="Acesse sua conta" description="Entre no painel do seu estabelecimento.">
      <LoginForm initialEmail={initialEmail} onSubmit={login} />
      <p className={styles.signup}>
        Ainda não tem conta? <Link to="/signup">Criar conta grátis</Link>
      </p>
    </Entrance>
  );
}
