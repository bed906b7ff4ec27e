import { confirmEmailInput } from 'domain/account-inputs';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { PasswordField } from 'ui/password-field';
import { TextField } from 'ui/text-field';
import styles from './password-form.module.css';

interface ConfirmEmailFormProps {
  email: string;
  /** The password's account: the sign-up's, or the existing one. */
  passwordHint: string;
  action: string;
  /** Resolves to the API's error, undefined when the address is proved. */
  onSubmit: (password: string) => Promise<unknown>;
}

export function ConfirmEmailForm({ email, passwordHint, action, onSubmit }: ConfirmEmailFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const error = await onSubmit(password);
    if (isRefusal(error, 'wrong_link_password'))
      setError('password', { message: errorMessage(error) }, { shouldFocus: true });
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField label="Email" type="email" autoComplete="username" readOnly value={email} />
      <PasswordField
        label="Senha"
        autoComplete="current-password"
        hint={passwordHint}
        required
        error={errors.password?.message}
        {...register('password', {
          validate: (value) =>
            confirmEmailInput.shape.password.safeParse(value).error?.issues[0]?.message ?? true,
        })}
      />
      <Button type="submit" size="large" block pending={isSubmitting} pendingLabel="Confirmando...">
        {action}
      </Button>
    </form>
  );
}
