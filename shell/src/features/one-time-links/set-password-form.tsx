import { newPassword } from 'domain/inputs';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { NewPasswordField } from 'ui/new-password-field';
import { PasswordField } from 'ui/password-field';
import { TextField } from 'ui/text-field';
import styles from './password-form.module.css';

/** Refusals of the password itself, which stand beside it. */
const PASSWORD_REFUSALS = ['common_password', 'password_has_email', 'password_has_merchant_name'];

interface SetPasswordFormProps {
  /** The account's e-mail; a password manager keeps the password under it. */
  email: string;
  /** Resolves to the API's error, undefined when the password is set. */
  onSubmit: (password: string) => Promise<unknown>;
}

export function SetPasswordForm({ email, onSubmit }: SetPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const error = await onSubmit(password);
    if (PASSWORD_REFUSALS.some((refusal) => isRefusal(error, refusal)))
      setError('password', { message: errorMessage(error) }, { shouldFocus: true });
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField label="Email" type="email" autoComplete="username" readOnly value={email} />
      <NewPasswordField
        label="Nova senha"
        required
        error={errors.password?.message}
        {...register('password', {
          validate: (value) => newPassword.safeParse(value).error?.issues[0]?.message ?? true,
        })}
      />
      <PasswordField
        label="Confirmar senha"
        secretName="confirmação"
        autoComplete="new-password"
        required
        error={errors.confirmation?.message}
        {...register('confirmation', {
          required: 'Confirme a senha',
          validate: (value, { password }) => value === password || 'As senhas não coincidem',
        })}
      />
      <Button type="submit" size="large" block pending={isSubmitting} pendingLabel="Salvando...">
        Salvar senha
      </Button>
    </form>
  );
}
