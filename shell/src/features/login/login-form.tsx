import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from 'ui/button';
import { PasswordField } from 'ui/password-field';
import { TextField } from 'ui/text-field';
import styles from './login-form.module.css';

export interface Credentials {
  email: string;
  password: string;
}

interface LoginFormProps {
  /** Known from the page that led here. */
  initialEmail: string;
  /** Resolves to true after a login; otherwise it has shown the reason. */
  onSubmit: (credentials: Credentials) => Promise<boolean>;
}

/**
 * Requires only that both fields are filled, with the messages of the API's schema. The schema itself would
 * more than double what the login page downloads.
 */
export function LoginForm({ initialEmail, onSubmit }: LoginFormProps) {
  const { control, register, handleSubmit, setFocus, formState } = useForm<Credentials>({
    defaultValues: { email: initialEmail, password: '' },
  });
  const { errors, isSubmitting } = formState;
  const email = useWatch({ control, name: 'email' });

  // Logging in is all this page is for: its first empty field gets the focus.
  useEffect(() => setFocus(initialEmail === '' ? 'email' : 'password'), [setFocus, initialEmail]);

  const submit = handleSubmit(async (credentials) => {
    // The values stay; the password is the likelier mistake.
    if (!(await onSubmit(credentials))) setFocus('password', { shouldSelect: true });
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.email?.message}
        {...register('email', { required: 'Email é obrigatório' })}
      />
      <PasswordField
        label="Senha"
        required
        error={errors.password?.message}
        {...register('password', { required: 'Senha é obrigatória' })}
      />
      <Button type="submit" size="large" block pending={isSubmitting} pendingLabel="Entrando...">
        Entrar
      </Button>
      <p className={styles.forgot}>
        <Link to="/forgot-password" state={{ email }}>
          Esqueci minha senha
        </Link>
      </p>
    </form>
  );
}
