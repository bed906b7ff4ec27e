import { CONSENT_TEXT_VERSION } from 'domain/consents';
import { dashboardAddress } from 'domain/dashboard-address';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { mutate } from '../../lib/api.ts';
import { errorMessage } from '../../lib/call-errors.ts';
import { callDeadline } from '../../lib/deadline.ts';
import { goTo } from '../../lib/navigation.ts';
import { rememberSignup } from '../../lib/tag-moments.ts';
import type { SignupValues } from './signup-values.ts';

const FAILURE = 'Erro ao realizar cadastro. Tente novamente.';

/** Signs a customer up with one merchant, or recognizes the phone; either way their page is next. */
export function useSignUp(slug: string) {
  const { notify } = useRemoteHost();
  const [failure, setFailure] = useState<string>();

  async function signUp({ name, email, phone, consents }: SignupValues): Promise<void> {
    setFailure(undefined);
    try {
      const customer = await mutate(
        'customers',
        'signUp',
        {
          slug,
          name: name.trim(),
          phone,
          email: email.trim() || undefined,
          consents: { textVersion: CONSENT_TEXT_VERSION, channels: [...consents] },
        },
        callDeadline(),
      );
      notify.success(customer.isNew ? 'Cadastro realizado com sucesso!' : 'Bem-vindo de volta!');
      if (customer.customerId !== null) rememberSignup(customer.customerId);
      // In the form's place: going back to an empty form would only confuse.
      goTo(dashboardAddress(customer.phone, customer.slug), { replace: true });
    } catch (error) {
      setFailure(errorMessage(error, FAILURE));
    }
  }

  return { signUp, failure };
}
