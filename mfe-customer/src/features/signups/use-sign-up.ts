import { dashboardAddress } from 'domain/dashboard-address';
import { errorSentence } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callDeadline } from '../../lib/deadline.ts';
import { trpc } from '../../lib/trpc.ts';
import type { SignupValues } from './signup-values.ts';

const FAILURE = 'Erro ao realizar cadastro. Tente novamente.';

/** Signs a customer up with one merchant, or recognises the phone; either way their page is next. */
export function useSignUp(slug: string) {
  const { client } = trpc.useUtils();
  const { notify } = useRemoteHost();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();

  async function signUp({ name, email, phone }: SignupValues): Promise<void> {
    setFailure(undefined);
    try {
      const customer = await client.customers.signUp.mutate(
        { slug, name: name.trim(), phone, email: email.trim() || undefined },
        { signal: callDeadline() },
      );
      notify.success(customer.isNew ? 'Cadastro realizado com sucesso!' : 'Bem-vindo de volta!');
      // In the form's place: going back to an empty form would only confuse.
      await navigate(dashboardAddress(customer.phone, customer.slug), { replace: true });
    } catch (error) {
      const sentence = errorSentence(error, FAILURE);
      setFailure(sentence);
      notify.error(sentence);
    }
  }

  return { signUp, failure };
}
