import { PROVIDER_NAMES, type Provider } from 'domain/integrations';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { UseFormReturn } from 'react-hook-form';
import { trpc } from '../../lib/trpc.ts';
import { showBesideFields } from './integration-refusals.ts';
import { type Integration, type IntegrationValues, inputOf } from './integration-values.ts';

const FAILURE = 'Erro ao salvar configuração';

/** Saves and says how it went; what is refused stands beside its field. Undefined when it did not succeed. */
export function useSaveIntegration(
  provider: Provider,
  form: UseFormReturn<IntegrationValues>,
): (values: IntegrationValues) => Promise<Integration | undefined> {
  const { notify } = useRemoteHost();
  const { mutateAsync } = trpc.integrations.save.useMutation();

  return async (values) => {
    try {
      const stored = await mutateAsync(inputOf(provider, values));
      notify.success(`Configuração do ${PROVIDER_NAMES[provider]} salva!`);
      return stored;
    } catch (error) {
      notify.error(showBesideFields(form, error) ? FAILURE : failureMessage(error, FAILURE));
      return undefined;
    }
  };
}
