import { useRemoteHost } from 'federation/remote-host';
import { Controller, useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { PhoneField } from 'ui/phone-field';
import { TextField } from 'ui/text-field';
import styles from './signup-form.module.css';
import {
  EMPTY_SIGNUP,
  firstSentence,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  type SignupValues,
  signupErrors,
} from './signup-values.ts';
import { useSignUp } from './use-sign-up.ts';

/** Name, e-mail, phone. What was typed stays, whatever the server says. */
export function SignupForm({ slug }: { slug: string }) {
  const { notify } = useRemoteHost();
  const { signUp, failure } = useSignUp(slug);
  const { control, register, handleSubmit, formState } = useForm<SignupValues>({
    defaultValues: EMPTY_SIGNUP,
    resolver: (values) => {
      const errors = signupErrors(values);
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(signUp, (found) => notify.error(firstSentence(found) ?? ''));

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField
        label="Nome Completo"
        autoComplete="name"
        autoCapitalize="words"
        maxLength={MAX_NAME_LENGTH}
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL_LENGTH}
        hint="Para receber ofertas exclusivas"
        error={errors.email?.message}
        {...register('email')}
      />
      <Controller
        name="phone"
        control={control}
        render={({ field }) => (
          <PhoneField
            label="Telefone"
            autoComplete="tel-national"
            hint="Use este número para acessar seu cashback"
            required
            error={errors.phone?.message}
            {...field}
          />
        )}
      />
      {/* The toast has said it and is gone in seconds; this stays, and is not said twice. */}
      {failure && (
        <Alert tone="danger" role="note">
          {failure}
        </Alert>
      )}
      <Button type="submit" size="large" block pending={isSubmitting} pendingLabel="Cadastrando...">
        Cadastrar e Começar
      </Button>
    </form>
  );
}
