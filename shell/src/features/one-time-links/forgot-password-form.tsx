import { forgotPasswordInput } from 'domain/account-inputs';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { TextField } from 'ui/text-field';
import { resolverResult, schemaErrors } from '../../lib/form-errors.ts';
import styles from './password-form.module.css';

interface ForgotPasswordFormProps {
  /** The e-mail typed at the login. */
  initialEmail: string;
  /** Says itself how it went. */
  onSubmit: (email: string) => Promise<void>;
}

export function ForgotPasswordForm({ initialEmail, onSubmit }: ForgotPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: initialEmail },
    resolver: (values) => resolverResult(values, schemaErrors(forgotPasswordInput, values)),
  });
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit(({ email }) => onSubmit(email))}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" size="large" block pending={isSubmitting} pendingLabel="Enviando...">
        Enviar link
      </Button>
    </form>
  );
}
