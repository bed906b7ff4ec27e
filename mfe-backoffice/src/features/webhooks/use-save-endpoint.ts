import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import type { UseFormReturn } from 'react-hook-form';
import { refusedFields } from '../../lib/refused-fields.ts';
import { trpc } from '../../lib/trpc.ts';
import { type EndpointValues, inputOf } from './endpoint-values.ts';
import { useRefreshWebhooks } from './use-webhooks.ts';
import type { Endpoint } from './webhook.ts';

/** The server's objections to an address, found by calling it. */
const ABOUT_THE_URL = [
  'webhook_url_taken',
  'webhook_url_not_https',
  'webhook_url_port',
  'webhook_url_private',
  'webhook_url_unknown',
];

/**
 * Saves and says how it went; what is refused stands in the form. `onSaved` gets the secret that the first
 * one made.
 */
export function useSaveEndpoint(
  endpoint: Endpoint | undefined,
  form: UseFormReturn<EndpointValues>,
  onSaved: (secret: string | null) => void,
): (values: EndpointValues) => Promise<void> {
  const { notify } = useRemoteHost();
  const refresh = useRefreshWebhooks();
  const { mutateAsync } = trpc.webhooks.save.useMutation();

  function showRefusal(error: unknown): void {
    const refused = Object.entries(refusedFields(error)).filter(([field]) => field in form.getValues());
    if (ABOUT_THE_URL.some((refusal) => isRefusal(error, refusal)))
      refused.push(['url', errorMessage(error)]);
    if (refused.length === 0) refused.push(['root', failureMessage(error, 'Erro ao salvar o webhook')]);
    for (const [field, message] of refused)
      form.setError(field as keyof EndpointValues | 'root', { message }, { shouldFocus: true });
  }

  return async (values) => {
    try {
      const { secret } = await mutateAsync(inputOf(endpoint, values));
      const refreshed = refresh();
      // A secret is shown only once, so before anything else can go wrong.
      if (secret === null) await refreshed;
      notify.success('Webhook salvo!');
      onSaved(secret);
    } catch (error) {
      showRefusal(error);
    }
  };
}
