import { useRemoteHost } from 'federation/remote-host';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { PhoneField } from 'ui/phone-field';
import { TextField } from 'ui/text-field';
import { ConsentFields } from './consent-fields.tsx';
import styles from './signup-form.module.css';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, missingMessage } from './signup-values.ts';
import { useSignUp } from './use-sign-up.ts';
import { useSignupForm } from './use-signup-form.ts';

/** Name, e-mail, phone, and the offers wanted. What was typed stays, whatever the server says. */
export function SignupForm({ slug }: { slug: string }) {
  const { notify } = useRemoteHost();
  const { signUp, failure } = useSignUp(slug);
  const { values, errors, isPending, change, submit } = useSignupForm({
    onValid: signUp,
    onInvalid: (found) => {
      const message = missingMessage(found);
      if (message) notify.error(message);
    },
  });

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Nome Completo"
        autoComplete="name"
        autoCapitalize="words"
        maxLength={MAX_NAME_LENGTH}
        required
        name="name"
        value={values.name}
        error={errors.name}
        onChange={(event) => change('name', event.target.value)}
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
        name="email"
        value={values.email}
        error={errors.email}
        onChange={(event) => change('email', event.target.value)}
      />
      <PhoneField
        label="Telefone"
        autoComplete="tel-national"
        hint="Use este número para acessar seu cashback"
        required
        name="phone"
        value={values.phone}
        error={errors.phone}
        onChange={(digits) => change('phone', digits)}
      />
      <ConsentFields ticked={values.consents} onChange={(ticked) => change('consents', ticked)} />
      <p className={styles.documents}>
        Antes de se cadastrar, veja o <Document href={`/regulamento/${slug}`}>regulamento</Document> e a{' '}
        <Document href={`/privacidade/${slug}`}>política de privacidade</Document>.
      </p>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button type="submit" size="large" block pending={isPending} pendingLabel="Cadastrando...">
        Cadastrar e Começar
      </Button>
    </form>
  );
}

/** In another tab: what is typed stays. */
function Document({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
