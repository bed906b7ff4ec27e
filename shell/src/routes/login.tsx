import type { ClientSession } from 'domain/session';
import { errorMessage } from 'federation/error-message';
import { knowsPasskeys } from 'federation/knows-passkeys';
import { useDocumentTitle } from 'federation/use-document-title';
import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { notify } from 'ui/notify';
import { type Credentials, LoginForm } from '../features/login/login-form.tsx';
import type { PasskeyButtonProps } from '../features/login/passkey-button.tsx';
import { waitingMessage } from '../features/outbox/outbox-labels.ts';
import { countWaitingOnDevice } from '../features/outbox/waiting-on-device.ts';
import { addressAfterLogin } from '../features/session/return-address.ts';
import { session as sessionStore, useSession } from '../features/session/session.ts';
import type { StartedLogin } from '../features/session/session-store.ts';
import { isTablet } from '../features/tablet/is-tablet.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { emailFromState } from '../lib/email-from-state.ts';
import { FrontEntrance } from '../lib/entrance.tsx';
import styles from './login.module.css';

prepareToasts();

const SIGNED_IN = 'Login realizado com sucesso!';

const BY_PASSKEY = 'Usar chave de acesso';

/** Where it cannot be downloaded it is not there: a login by password needs nothing of it. */
const PasskeyButton = lazy<ComponentType<PasskeyButtonProps>>(() =>
  import('../features/login/passkey-button.tsx').then(
    (file) => ({ default: file.PasskeyButton }),
    () => ({ default: () => null }),
  ),
);

/** Downloaded by those who have a second step. */
const FactorStep = lazy(async () => ({
  default: (await import('../features/login/factor-step.tsx')).FactorStep,
}));

/** Downloaded by the counter's tablets. */
const LockScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'tablet' */ '../features/tablet/lock-screen.tsx')).LockScreen,
}));

export function LoginRoute() {
  useDocumentTitle('Entrar');
  const { session, ended } = useSession();
  const { state } = useLocation();
  const [refusal, setRefusal] = useState<string>();
  const [waiting] = useState(countWaitingOnDevice);
  const [email, setEmail] = useState(emailFromState(state) || (ended?.email ?? ''));
  const [waitingLogin, setWaitingLogin] = useState<{ token: string; factors: StartedLogin['factors'] }>();
  const [isLocked, setIsLocked] = useState(isTablet);
  const showLogin = useCallback(() => setIsLocked(false), []);

  async function login(credentials: Credentials): Promise<boolean> {
    setRefusal(undefined);
    try {
      const { halfOpenToken: token, factors } = await sessionStore.login(credentials);
      if (token !== null) {
        setEmail(credentials.email);
        setWaitingLogin({ token, factors });
        return true;
      }
    } catch (error) {
      const message = errorMessage(error, 'Erro ao fazer login');
      setRefusal(message);
      notify.error(message);
      return false;
    }
    notify.success(SIGNED_IN);
    return true;
  }

  function enter(started: ClientSession) {
    sessionStore.begin(started);
    notify.success(SIGNED_IN);
  }

  function startOver(message?: string) {
    setWaitingLogin(undefined);
    setRefusal(message);
  }

  if (session) {
    const start = session.tablet ? '/cashback' : undefined;
    return <Navigate to={addressAfterLogin(state, session.employee.id, start)} replace />;
  }
  if (isLocked) {
    return (
      <Suspense>
        <LockScreen
          notice={waiting > 0 && waitingMessage(waiting)}
          onUnlocked={sessionStore.begin}
          onLogin={showLogin}
        />
      </Suspense>
    );
  }
  if (waitingLogin) {
    return (
      <FrontEntrance title="Verificação em duas etapas" description="Falta só confirmar que é você.">
        <Suspense>
          <FactorStep {...waitingLogin} onSignedIn={enter} onStartOver={startOver} />
        </Suspense>
      </FrontEntrance>
    );
  }
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
      <LoginForm initialEmail={email} onSubmit={login} />
      {knowsPasskeys() && (
        <Suspense
          fallback={
            <Button variant="secondary" size="large" block disabled>
              {BY_PASSKEY}
            </Button>
          }
        >
          <PasskeyButton
            label={BY_PASSKEY}
            variant="secondary"
            onSignedIn={enter}
            onFailed={(message) => {
              setRefusal(message);
              notify.error(message);
            }}
          />
        </Suspense>
      )}
      <p className={styles.signup}>
        Ainda não tem conta? <Link to="/signup">Criar conta grátis</Link>
      </p>
    </FrontEntrance>
  );
}
