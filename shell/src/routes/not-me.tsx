import { formatDayAndTime } from 'domain/local-dates';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { DefinitionList } from 'ui/definition-list';
import { notify } from 'ui/notify';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { useLinkToken } from '../features/one-time-links/use-link-token.ts';
import { useOpenedLink } from '../features/one-time-links/use-opened-link.ts';
import { session as sessionStore } from '../features/session/session.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { api } from '../lib/api.ts';
import { Entrance } from '../lib/entrance.tsx';
import styles from './login.module.css';

prepareToasts();

const openLink = (token: string) => api.auth.securityNotice.mutate({ token });

const HAPPENED = {
  new_device: 'Entrada em um aparelho novo',
  password_changed: 'Troca de senha',
  email_changed: 'Troca de email',
  email_set: 'Troca de email',
  factor_added: 'Verificação em duas etapas ativada',
  factor_removed: 'Verificação em duas etapas desativada',
  factor_reset: 'Verificação em duas etapas redefinida',
  recovery_codes_renewed: 'Novos códigos de recuperação',
  recovery_code_used: 'Código de recuperação usado',
  factor_tried: 'Senha certa e código errado, várias vezes',
  passkey_added: 'Nova chave de acesso',
  passkey_removed: 'Chave de acesso removida',
  app_removed: 'Aplicativo de códigos removido',
};

/** The target of 'Não fui eu' in mails. Nothing happens before the button: a mail filter may open links. */
export function NotMeRoute() {
  useDocumentTitle('Não fui eu');
  const token = useLinkToken();
  const state = useOpenedLink(token, openLink);
  const [isInvalid, setIsInvalid] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [done, setDone] = useState<{ linkSentTo: string | null }>();

  async function disown(): Promise<void> {
    setIsPending(true);
    try {
      setDone(await api.auth.disownNotice.mutate({ token: token ?? '' }));
      // The session in this browser has ended, if it was this account's.
      await sessionStore.refresh().catch(() => undefined);
    } catch (error) {
      if (isRefusal(error, 'invalid_notice_link')) setIsInvalid(true);
      else notify.error(errorMessage(error, 'Erro ao proteger a conta. Tente novamente.'));
    } finally {
      setIsPending(false);
    }
  }

  if (done) return <Protected linkSentTo={done.linkSentTo} />;
  if (state.step === 'invalid' || isInvalid) return <InvalidLink />;
  if (state.step === 'failed') {
    return (
      <Entrance title="Não foi você?" description="Não conseguimos verificar o seu link.">
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
  const { kind, email, restoresEmail, merchantName, createdAt, timeZone, device } = state.link;
  return (
    <Entrance
      title="Não foi você?"
      description={`Confira o que aconteceu na sua conta no painel de cashback de ${merchantName}.`}
    >
      <DefinitionList
        rows={[
          { label: 'O que', value: HAPPENED[kind] },
          { label: 'Quando', value: formatDayAndTime(createdAt, timeZone) },
          { label: 'Aparelho', value: device },
        ]}
      />
      <p className={styles.address}>
        Se não foi você, encerramos todas as sessões, a senha atual deixa de valer
        {restoresEmail && `, o email da conta volta a ser ${email}`} e enviamos para {email} um link para
        criar uma nova senha.
      </p>
      <Button
        variant="danger"
        size="large"
        block
        pending={isPending}
        pendingLabel="Protegendo..."
        onClick={disown}
      >
        Não fui eu, proteger a conta
      </Button>
      <p className={styles.signup}>
        Foi você? Não precisa fazer nada. <Link to="/login">Ir para o login</Link>
      </p>
    </Entrance>
  );
}

function Protected({ linkSentTo }: { linkSentTo: string | null }) {
  return (
    <Entrance title="Conta protegida" description="Todas as sessões foram encerradas.">
      {linkSentTo === null ? (
        <Alert tone="warning" title="O seu email está em outro acesso">
          Por isso não enviamos um link de nova senha, e a senha não vale mais; só o último proprietário fica
          com a sua. Fale com o proprietário da loja ou com o suporte.
        </Alert>
      ) : (
        <Alert tone="success" title="Confira o seu email">
          <span className={styles.address}>
            A senha não vale mais. Enviamos para {linkSentTo} um link para criar outra, que vale por 1 hora.
          </span>
        </Alert>
      )}
      <p className={styles.signup}>
        <Link to="/login">Ir para o login</Link>
      </p>
    </Entrance>
  );
}

function InvalidLink() {
  return (
    <Entrance title="Link inválido" description="Este link não pode mais ser usado.">
      <Alert tone="danger" title="Este link é inválido, venceu ou já foi usado.">
        Uma nova senha encerra todas as sessões, mas as chaves de acesso continuam valendo: confira-as em Meu
        Perfil. Se não conseguir entrar, fale com um proprietário da loja.
      </Alert>
      <p className={styles.signup}>
        <Link to="/forgot-password">Criar nova senha</Link> ou <Link to="/login">voltar para o login</Link>
      </p>
    </Entrance>
  );
}

function CheckingLink() {
  return (
    <Entrance title="Não foi você?" description="Verificando o seu link...">
      <ScreenState state="loading" label="Verificando o link">
        <Skeleton height="15rem" />
      </ScreenState>
    </Entrance>
  );
}
