import { errorMessage, isRefusal } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { notify } from 'ui/notify';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { SetPasswordForm } from '../features/one-time-links/set-password-form.tsx';
import { TakenEmail } from '../features/one-time-links/taken-email.tsx';
import { useLinkToken } from '../features/one-time-links/use-link-token.ts';
import { useOpenedLink } from '../features/one-time-links/use-opened-link.ts';
import { session as sessionStore, useSession } from '../features/session/session.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { api } from '../lib/api.ts';
import { Entrance } from '../lib/entrance.tsx';
import { homeFor } from '../lib/pages.ts';
import styles from './login.module.css';

prepareToasts();

const openLink = (token: string) => api.auth.passwordLink.mutate({ token });

/**
 * The target of links for invitations and forgotten passwords. Who was invited is signed in; after a
 * forgotten password the new one is asked for.
 */
export function SetPasswordRoute() {
  useDocumentTitle('Criar senha');
  const navigate = useNavigate();
  const { session: present } = useSession();
  const token = useLinkToken();
  const state = useOpenedLink(token, openLink);
  const [isUsedUp, setIsUsedUp] = useState(false);
  const [isTaken, setIsTaken] = useState(false);

  async function setPassword(password: string): Promise<unknown> {
    try {
      const { email, session } = await api.auth.setPassword.mutate({ token: token ?? '', password });
      notify.success('Senha criada com sucesso!');
      if (session) {
        sessionStore.begin(session);
        navigate(homeFor(session.employee.role), { replace: true });
        return undefined;
      }
      // The session in this browser is either this account's, already ended, or another's.
      await sessionStore.logout().catch(() => undefined);
      navigate('/login', { replace: true, state: { email } });
      return undefined;
    } catch (error) {
      if (isRefusal(error, 'invalid_password_link')) setIsUsedUp(true);
      else if (isRefusal(error, 'email_taken')) setIsTaken(true);
      else notify.error(errorMessage(error, 'Erro ao salvar a senha. Tente novamente.'));
      return error;
    }
  }

  if (state.step === 'invalid' || isUsedUp) return <InvalidLink />;
  if (state.step === 'failed') {
    return (
      <Entrance title="Criar senha" description="Não conseguimos verificar o seu link.">
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
  const { kind, email, employeeName, merchantName } = state.link;
  return (
    <Entrance
      title={kind === 'invitation' ? `Boas-vindas, ${employeeName}!` : 'Crie uma nova senha'}
      description={
        kind === 'invitation'
          ? `${merchantName} convidou você para o painel de cashback. Crie a sua senha para entrar.`
          : `Para entrar no painel de cashback de ${merchantName}.`
      }
    >
      {present && present.user.email !== email && (
        <ReplacedSession
          name={present.employee.name}
          next={kind === 'invitation' ? employeeName : undefined}
        />
      )}
      {isTaken ? <TakenEmail email={email} /> : <SetPasswordForm email={email} onSubmit={setPassword} />}
    </Entrance>
  );
}

/** Another person's session ends with the new password: said before, and whose comes next. */
function ReplacedSession({ name, next }: { name: string; next: string | undefined }) {
  return (
    <Alert tone="warning" role="note" title={`Este navegador está com o acesso de ${name}`}>
      Ao salvar a senha, esse acesso é encerrado aqui{next && ` e quem entra é ${next}`}.
    </Alert>
  );
}

function InvalidLink() {
  return (
    <Entrance title="Link inválido" description="Este link não pode mais ser usado.">
      <Alert tone="danger" title="Este link é inválido ou já foi usado. Peça um novo.">
        Se você acabou de abrir o email, toque mais uma vez no link que está nele.
      </Alert>
      <p className={styles.signup}>
        <Link to="/forgot-password">Pedir um novo link</Link> ou <Link to="/login">voltar para o login</Link>
      </p>
    </Entrance>
  );
}

function CheckingLink() {
  return (
    <Entrance title="Criar senha" description="Verificando o seu link...">
      <ScreenState state="loading" label="Verificando o link">
        <Skeleton height="19rem" />
      </ScreenState>
    </Entrance>
  );
}
