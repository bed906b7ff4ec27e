import { plainCode } from 'domain/factor-codes';
import type { ClientSession } from 'domain/session';
import { errorMessage, isRefusal } from 'federation/error-message';
import { knowsPasskeys } from 'federation/knows-passkeys';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { api } from '../../lib/api.ts';
import {
  APP_CODE,
  type CodeKind,
  FactorCodeField,
  isCodeOf,
  RECOVERY_CODE,
} from '../../lib/factor-code-field.tsx';
import styles from './login-form.module.css';
import { PasskeyButton } from './passkey-button.tsx';

interface FactorStepProps {
  /** Of the login whose password was right. */
  token: string;
  /** What may follow the password, besides a recovery code. */
  factors: readonly ('app' | 'passkey')[];
  onSignedIn: (session: ClientSession) => void;
  /** Back to the password; with the reason where the server wants it. */
  onStartOver: (message?: string) => void;
}

/** The second step of a login: a passkey, a code of the authenticator app, or a recovery code. */
export function FactorStep({ token, factors, onSignedIn, onStartOver }: FactorStepProps) {
  const hasPasskey = factors.includes('passkey') && knowsPasskeys();
  const kinds = factors.includes('app') ? [APP_CODE, RECOVERY_CODE] : [RECOVERY_CODE];
  const [kind, setKind] = useState(hasPasskey ? undefined : kinds[0]);
  const [refusal, setRefusal] = useState<string>();
  return (
    <div className={styles.form}>
      {hasPasskey && (
        <>
          {refusal && (
            <Alert tone="danger" role="alert">
              {refusal}
            </Alert>
          )}
          <PasskeyButton
            label="Usar chave de acesso"
            variant={kind ? 'secondary' : 'primary'}
            halfOpenToken={token}
            onSignedIn={onSignedIn}
            onFailed={(message, error) => {
              if (isRefusal(error, 'half_open_login_over')) onStartOver(message);
              else setRefusal(message);
            }}
          />
        </>
      )}
      {kind && <CodeForm key={kind.label} {...{ kind, token, onSignedIn, onStartOver }} />}
      {kinds
        .filter((each) => each !== kind)
        .map((each) => (
          <Button key={each.label} variant="ghost" block onClick={() => setKind(each)}>
            {each.choice}
          </Button>
        ))}
      <Button variant="ghost" block onClick={() => onStartOver()}>
        Entrar com outra conta
      </Button>
    </div>
  );
}

interface CodeFormProps extends Omit<FactorStepProps, 'factors'> {
  kind: CodeKind;
}

function CodeForm({ kind, token, onSignedIn, onStartOver }: CodeFormProps) {
  const { register, handleSubmit, setFocus, setError, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    try {
      onSignedIn(await api.auth.finishLogin.mutate({ token, code: plainCode(code) }));
    } catch (error) {
      const message = errorMessage(error, 'Erro ao fazer login');
      if (isRefusal(error, 'half_open_login_over')) return onStartOver(message);
      setError('code', { message });
      // The next code is typed over this one.
      setFocus('code', { shouldSelect: true });
    }
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <FactorCodeField
        kind={kind}
        error={errors.code?.message}
        {...register('code', { validate: isCodeOf(kind) })}
      />
      <Button type="submit" size="large" block pending={isSubmitting} pendingLabel="Entrando...">
        Entrar
      </Button>
    </form>
  );
}
