import { PROVIDER_NAMES, type Provider } from 'domain/integrations';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { trpc } from '../../lib/trpc.ts';
import { counted } from './integration-labels.ts';
import { showBesideFields } from './integration-refusals.ts';
import { ACCOUNT_FIELDS, type IntegrationValues, testInputOf } from './integration-values.ts';
import { type ProviderAnswer, useProviderAnswer, WAIT_LIMIT_SECONDS } from './use-provider-answer.ts';

export interface TestResult {
  succeeded: boolean;
  /** The account's name, or the provider's objection. Foreign text: never markup. */
  message: string;
}

const FAILURE = 'Não foi possível testar a conexão. Tente novamente.';

/** Tries the account that the form holds. The result stays until the account is changed. */
export function useConnectionTest(provider: Provider, form: UseFormReturn<IntegrationValues>) {
  const { notify } = useRemoteHost();
  const { mutateAsync } = trpc.integrations.test.useMutation();
  const answerTo = useProviderAnswer();
  const [isTesting, setIsTesting] = useState(false);
  const [result, setResult] = useState<TestResult>();

  const { watch } = form;
  useEffect(() => {
    const { unsubscribe } = watch((_, { name }) => {
      if (name && ACCOUNT_FIELDS[provider].includes(name)) setResult(undefined);
    });
    return unsubscribe;
  }, [watch, provider]);

  async function ask(): Promise<TestResult> {
    try {
      const { requestId } = await mutateAsync(testInputOf(provider, form.getValues()));
      return resultOf(provider, await answerTo(requestId));
    } catch (error) {
      showBesideFields(form, error);
      return { succeeded: false, message: failureMessage(error, FAILURE) };
    }
  }

  async function test() {
    if (isTesting || !(await form.trigger(ACCOUNT_FIELDS[provider], { shouldFocus: true }))) return;
    setIsTesting(true);
    setResult(undefined);
    const outcome = await ask();
    setIsTesting(false);
    setResult(outcome);
    if (outcome.succeeded) notify.success(`✅ Conexão com ${PROVIDER_NAMES[provider]} estabelecida!`);
    else notify.error(`❌ Erro: ${outcome.message}`);
  }

  return { test, isTesting, result };
}

function resultOf(provider: Provider, answer: ProviderAnswer | undefined): TestResult {
  if (!answer) {
    const message = `O ${PROVIDER_NAMES[provider]} não respondeu em ${WAIT_LIMIT_SECONDS} segundos. Tente novamente.`;
    return { succeeded: false, message };
  }
  if (answer.state !== 'succeeded') return { succeeded: false, message: answer.message ?? FAILURE };
  const contacts = counted(answer.contacts ?? 0, 'contato', 'contatos');
  return { succeeded: true, message: answer.accountName ? `${answer.accountName} · ${contacts}` : contacts };
}
