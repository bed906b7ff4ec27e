import type { ApiInputs } from 'api/contract';
import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useRequestIds } from 'federation/use-request-ids';
import type { UseFormReturn } from 'react-hook-form';
import { refusedFields } from '../../lib/refused-fields.ts';
import { trpc } from '../../lib/trpc.ts';
import { type ProviderAnswer, useProviderAnswer } from './use-provider-answer.ts';

export type CampaignValues = Omit<ApiInputs['integrations']['createCampaign'], 'operationId'>;

export const EMPTY_CAMPAIGN: CampaignValues = {
  title: '',
  subject: '',
  fromName: '',
  replyTo: '',
  message: '',
};

const FAILURE = 'Erro ao criar a campanha. Tente novamente.';
const NO_ANSWER =
  'O Mailchimp ainda não respondeu. Espere um pouco e tente de novo: a mesma campanha não é criada duas vezes.';

/**
 * Creates the draft, once however often the same values are sent after a lost answer. Undefined when it did
 * not succeed: the form shows the reason and keeps its values.
 */
export function useCreateCampaign(
  form: UseFormReturn<CampaignValues>,
): (campaign: CampaignValues) => Promise<ProviderAnswer | undefined> {
  const { notify } = useRemoteHost();
  const requestIds = useRequestIds();
  const { mutateAsync } = trpc.integrations.createCampaign.useMutation();
  const answerTo = useProviderAnswer();

  function showRefusal(error: unknown) {
    const fields = Object.entries(refusedFields(error)).filter(([field]) => field in EMPTY_CAMPAIGN);
    for (const [field, message] of fields) form.setError(field as keyof CampaignValues, { message });
    if (fields.length === 0) form.setError('root', { message: failureMessage(error, FAILURE) });
  }

  return async (campaign) => {
    try {
      const { requestId } = await mutateAsync({ operationId: requestIds.get(campaign).id, ...campaign });
      const answer = await answerTo(requestId);
      if (answer?.state === 'succeeded') {
        requestIds.succeeded();
        notify.success('Campanha criada no Mailchimp!');
        return answer;
      }
      // A failure is final: the next attempt is another campaign.
      if (answer) requestIds.abandon(campaign);
      form.setError('root', { message: answer ? (answer.message ?? FAILURE) : NO_ANSWER });
    } catch (error) {
      if (isRefusal(error, 'operation_conflict')) requestIds.abandon(campaign);
      showRefusal(error);
    }
    return undefined;
  };
}
