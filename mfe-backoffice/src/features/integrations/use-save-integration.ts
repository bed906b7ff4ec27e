import { PROVIDER_NAMES, type Provider } from 'domain/integrations';
import { errorSentence, isRefusal } from 'federation/error-sentence';
import { useRemoteHost } from 'federation/remote-host';
import type { UseFormReturn } from 'react-hook-form';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { refusedFields } from '../../lib/refused-fields.ts';
import { trpc } from '../../lib/trpc.ts';
import { type Integration, type IntegrationValues, inputOf } from './integration-values.ts';

const FAILURE = 'Erro ao salvar configuração';

/** What the server refuses because of what is stored, by the field it is about. */
const FIELD_OF_REFUSAL = {
  integration_key_missing: 'apiKey',
  integration_key_of_another_server: 'serverPrefix',
} as const;

/** Saves and says how it went; what is refused stands beside its field. Undefined when it did not succeed. */
export function useSaveIntegration(
  provider: Provider,
  form: UseFormReturn<IntegrationValues>,
): (values: IntegrationValues) => Promise<Integration | undefined> {
  const { notify } = useRemoteHost();
  const { mutateAsync } = trpc.integrations.save.useMutation();

  /** Whether the refusal has a place in the form. */
  function showBesideFields(error: unknown): boolean {
    const refused = Object.entries(refusedFields(error)).filter(([field]) => field in form.getValues());
    for (const [refusal, field] of Object.entries(FIELD_OF_REFUSAL))
      if (isRefusal(error, refusal)) refused.push([field, errorSentence(error)]);
    for (const [field, message] of refused) form.setError(field as keyof IntegrationValues, { message });
    return refused.length > 0;
  }

  return async (values) => {
    try {
      const stored = await mutateAsync(inputOf(provider, values));
      notify.success(`Configuração do ${PROVIDER_NAMES[provider]} salva!`);
      return stored;
    } catch (error) {
      notify.error(showBesideFields(error) ? FAILURE : failureSentence(error, FAILURE));
      return undefined;
    }
  };
}
