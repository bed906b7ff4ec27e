import { LEGAL_DOCUMENTS, type LegalDocument } from 'domain/legal-documents';
import { errorMessage, isRefusal } from 'federation/error-message';
import { Controller, type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { CheckboxField } from 'ui/checkbox-field';
import { NewPasswordField } from 'ui/new-password-field';
import { PasswordField } from 'ui/password-field';
import { PhoneField, usePhoneDoubt } from 'ui/phone-field';
import { TextField } from 'ui/text-field';
import { resolverResult } from '../../lib/form-errors.ts';
import styles from './signup-form.module.css';
import { type SignupInput, type SignupValues, signupErrors } from './signup-values.ts';

interface SignupFormProps {
  /** The earlier values, after coming back to correct them. */
  initialValues: SignupInput;
  /**
   * Resolves to the API's error, undefined when the account exists now. Has reported the outcome either way.
   */
  onSubmit: (input: SignupInput) => Promise<unknown>;
  onBack: () => void;
}

/** Refusals that are about one field, and so stand beside it. */
export const FIELD_OF_REFUSAL = {
  email_taken: 'email',
  too_many_emails: 'email',
  common_password: 'password',
  password_has_email: 'password',
  password_has_merchant_name: 'password',
  terms_not_accepted: 'acceptsTerms',
  terms_changed: 'acceptsTerms',
} as const;

export function SignupForm({ initialValues, onSubmit, onBack }: SignupFormProps) {
  const { control, register, handleSubmit, setError, setValue, formState } = useForm<SignupValues>({
    defaultValues: { ...initialValues, passwordConfirmation: initialValues.password },
    resolver: (values) => resolverResult(values, signupErrors(values)),
  });
  const { errors, isSubmitting } = formState;
  const askAboutPhone = usePhoneDoubt();

  const submit = handleSubmit(async ({ passwordConfirmation: _, ...input }) => {
    const question = askAboutPhone(input.merchantPhone);
    if (question) return setError('merchantPhone', { message: question }, { shouldFocus: true });
    const error = await onSubmit(input);
    if (isRefusal(error, 'terms_changed')) setValue('acceptsTerms', false);
    for (const [refusal, field] of Object.entries(FIELD_OF_REFUSAL)) {
      if (isRefusal(error, refusal)) setError(field, { message: errorMessage(error) }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <fieldset className={styles.section}>
        <legend className={styles.legend}>Dados do Estabelecimento</legend>
        <TextField
          label="Nome do Estabelecimento"
          autoComplete="organization"
          required
          error={errors.merchantName?.message}
          {...register('merchantName')}
        />
        <Controller
          name="merchantPhone"
          control={control}
          render={({ field }) => (
            <PhoneField
              label="Telefone"
              autoComplete="tel-national"
              required
              error={errors.merchantPhone?.message}
              {...field}
            />
          )}
        />
        <TextField
          label="Endereço"
          autoComplete="street-address"
          required
          error={errors.merchantAddress?.message}
          {...register('merchantAddress')}
        />
      </fieldset>
      <OwnerFields register={register} errors={errors} />
      <CheckboxField
        label={
          <>
            Li e aceito os <LegalLink document="terms">termos de uso</LegalLink> e a{' '}
            <LegalLink document="privacy">política de privacidade</LegalLink>
          </>
        }
        hint="Ao criar uma conta, você concorda com os dois. Eles abrem em outra aba."
        required
        error={errors.acceptsTerms?.message}
        {...register('acceptsTerms')}
      />
      <div className={styles.actions}>
        <Button type="submit" size="large" block pending={isSubmitting} pendingLabel="Criando conta...">
          Criar Conta Grátis
        </Button>
        <Button variant="ghost" size="large" block disabled={isSubmitting} onClick={onBack}>
          Voltar para Login
        </Button>
      </div>
    </form>
  );
}

function LegalLink({ document, children }: { document: LegalDocument; children: string }) {
  return (
    <a href={LEGAL_DOCUMENTS[document].path} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

interface OwnerFieldsProps {
  register: UseFormRegister<SignupValues>;
  errors: FieldErrors<SignupValues>;
}

function OwnerFields({ register, errors }: OwnerFieldsProps) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>Seus Dados (Proprietário)</legend>
      <TextField
        label="Seu Nome Completo"
        autoComplete="name"
        required
        error={errors.ownerName?.message}
        {...register('ownerName')}
      />
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
      <div className={styles.pair}>
        <NewPasswordField label="Senha" required error={errors.password?.message} {...register('password')} />
        <PasswordField
          label="Confirmar Senha"
          secretName="confirmação"
          autoComplete="new-password"
          required
          error={errors.passwordConfirmation?.message}
          {...register('passwordConfirmation')}
        />
      </div>
    </fieldset>
  );
}
