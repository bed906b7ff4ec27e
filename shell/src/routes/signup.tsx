import { SIGNUP_REDIRECT_MS } from 'domain/lifetimes';
import { errorSentence } from 'federation/error-sentence';
import { useDocumentTitle } from 'federation/use-document-title';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { notify } from 'ui/notify';
import { SignupForm } from '../features/merchant-signup/signup-form.tsx';
import type { SignupInput } from '../features/merchant-signup/signup-values.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { api } from '../lib/api.ts';
import { Entrance } from '../lib/entrance.tsx';

prepareToasts();

/** A merchant creates its account; two seconds after that /login waits with the address filled in. */
export function SignupRoute() {
  useDocumentTitle('Criar conta grátis');
  const navigate = useNavigate();
  const [registeredEmail, setRegisteredEmail] = useState<string>();

  useEffect(() => {
    if (registeredEmail === undefined) return;
    const timer = setTimeout(
      () => navigate('/login', { replace: true, state: { email: registeredEmail } }),
      SIGNUP_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [registeredEmail, navigate]);

  async function signUp(input: SignupInput): Promise<unknown> {
    try {
      const { email } = await api.merchants.signup.mutate(input);
      setRegisteredEmail(email);
      return undefined;
    } catch (error) {
      notify.error(errorSentence(error, 'Erro ao criar conta. Tente novamente.'));
      return error;
    }
  }

  return (
    <Entrance
      title="Criar conta grátis"
      description="Cadastre seu estabelecimento e comece seu programa de cashback."
    >
      {registeredEmail === undefined ? (
        <SignupForm onSubmit={signUp} onBack={() => navigate('/login')} />
      ) : (
        <Alert tone="success" title="Conta criada com sucesso!">
          Levando você para o login...
        </Alert>
      )}
    </Entrance>
  );
}
