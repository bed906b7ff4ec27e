import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { UseFormReturn } from 'react-hook-form';
import { trpc } from '../../lib/trpc.ts';
import { type LinkValues, valuesOf } from './link-form-values.ts';

/** The server's own refusals, and the field at which each belongs. */
const FIELD_OF = {
  slug_taken: 'slug',
  slug_reserved: 'slug',
  slug_limit: 'slug',
  domain_taken: 'customDomain',
  domain_own: 'customDomain',
} as const;

/** Saves the form and says how it went: at the field where that is what was refused. */
export function useSaveLinkSettings(form: UseFormReturn<LinkValues>): (values: LinkValues) => Promise<void> {
  const { notify, onSessionChanged } = useRemoteHost();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.domains.saveLinkSettings.useMutation();

  return async (values) => {
    try {
      const saved = await mutateAsync(values);
      utils.domains.linkSettings.setData(undefined, saved);
      form.reset(valuesOf(saved));
      onSessionChanged?.();
      notify.success('Configurações salvas com sucesso!');
    } catch (error) {
      const refusal = (Object.keys(FIELD_OF) as (keyof typeof FIELD_OF)[]).find((code) =>
        isRefusal(error, code),
      );
      if (refusal === undefined) notify.error(failureMessage(error, 'Erro ao salvar configurações'));
      else
        form.setError(
          FIELD_OF[refusal],
          { type: refusal, message: errorMessage(error) },
          { shouldFocus: true },
        );
    }
  };
}
