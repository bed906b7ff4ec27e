import { plainCode } from 'domain/factor-codes';
import { errorMessage, isRefusal } from 'federation/error-message';
import { knowsPasskeys } from 'federation/knows-passkeys';
import { passkeyFailure } from 'federation/passkey-failure';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { PasswordField } from 'ui/password-field';
import { api } from '../../lib/api.ts';
import {
  APP_CODE,
  type CodeKind,
  FactorCodeField,
  isCodeOf,
  RECOVERY_CODE,
} from '../../lib/factor-code-field.tsx';
import styles from '../../lib/modal-dialog.module.css';
import { ModalDialog } from '../../lib/modal-dialog.tsx';

/** How an employee can say who they are, besides the password. */
interface OwnWays {
  /** A passkey, in a browser that knows them. */
  hasPasskey: boolean;
  codes: CodeKind[];
}

/** Never throws: where it is not known, the server says what is missing. */
export async function findOwnWays(): Promise<OwnWays> {
  try {
    const { appSince, passkeys } = await api.auth.factors.query();
    return {
      hasPasskey: passkeys.length > 0 && knowsPasskeys(),
      codes: appSince === null ? [RECOVERY_CODE] : [APP_CODE, RECOVERY_CODE],
    };
  } catch {
    return { hasPasskey: false, codes: [APP_CODE, RECOVERY_CODE] };
  }
}

export interface ProofDialogProps {
  ways: OwnWays;
  /** Called with true once the session has a fresh proof, with false where the employee does not want to. */
  onSettled: (isProved: boolean) => void;
}

/** Asks for a passkey, or for the password, and for a code where the employee's logins ask for one. */
export function ProofDialog({ ways: { hasPasskey, codes }, onSettled }: ProofDialogProps) {
  const formId = useId();
  // The server says that it wants a code once the password is right, as at a login.
  const [code, setCode] = useState<CodeKind>();
  const { register, handleSubmit, setError, clearErrors, setFocus, resetField, formState } = useForm({
    defaultValues: { password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  const [isAtPasskey, setIsAtPasskey] = useState(false);
  const isBusy = isSubmitting || isAtPasskey;
  useEffect(() => {
    if (code) setFocus('code');
  }, [setFocus, code]);

  const submit = handleSubmit(async (typed) => {
    try {
      await api.auth.proveSelf.mutate({
        password: typed.password,
        ...(code && { code: plainCode(typed.code) }),
      });
      onSettled(true);
    } catch (error) {
      // The call that waits is told the same, and ends the session.
      if (isRefusal(error, 'unauthenticated')) return onSettled(true);
      if (isRefusal(error, 'factor_code_missing')) return setCode(codes[0]);
      const message = errorMessage(error, FAILED);
      const field = FIELDS.find(([refusal]) => isRefusal(error, refusal))?.[1];
      setError(field ?? 'root', { message });
      // What is typed next takes its place.
      if (field) setFocus(field, { shouldSelect: true });
    }
  });

  async function proveByPasskey() {
    clearErrors();
    setIsAtPasskey(true);
    try {
      const { signWithPasskey } = await import(
        /* webpackChunkName: 'passkeys' */ 'federation/sign-with-passkey'
      );
      const { answer } = await signWithPasskey(await api.auth.startPasskeyProof.mutate());
      await api.auth.proveSelf.mutate({ passkey: answer });
      onSettled(true);
    } catch (error) {
      if (isRefusal(error, 'unauthenticated')) return onSettled(true);
      setError('root', { message: passkeyFailure(error, FAILED) });
      setIsAtPasskey(false);
    }
  }

  return (
    <ModalDialog
      title="Confirme que é você"
      description={hasPasskey ? `Use a chave de acesso, ou ${BY_PASSWORD}` : `Para continuar, ${BY_PASSWORD}`}
      onCancel={() => !isBusy && onSettled(false)}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={() => onSettled(false)}>
            Cancelar
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={isAtPasskey}
            pending={isSubmitting}
            pendingLabel="Conferindo..."
          >
            Confirmar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.fields} onSubmit={submit}>
        <PasswordField
          label="Senha"
          required
          error={errors.password?.message}
          {...register('password', { required: 'Senha é obrigatória' })}
        />
        {code && (
          <>
            <FactorCodeField
              kind={code}
              error={errors.code?.message}
              {...register('code', { validate: isCodeOf(code) })}
            />
            {codes
              .filter((each) => each !== code)
              .map((each) => (
                <Button
                  key={each.label}
                  variant="ghost"
                  disabled={isBusy}
                  onClick={() => {
                    resetField('code');
                    setCode(each);
                  }}
                >
                  {each.choice}
                </Button>
              ))}
          </>
        )}
        {hasPasskey && (
          <Button
            variant="secondary"
            disabled={isSubmitting}
            pending={isAtPasskey}
            pendingLabel="Aguardando a chave..."
            onClick={proveByPasskey}
          >
            Usar chave de acesso
          </Button>
        )}
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </form>
    </ModalDialog>
  );
}

const BY_PASSWORD = 'digite a senha com que você entra. A confirmação vale por 10 minutos.';
const FAILED = 'Não foi possível confirmar. Tente de novo.';

/** Refusals that are about one field. */
const FIELDS = [
  ['wrong_password', 'password'],
  ['wrong_factor_code', 'code'],
] as const;
