import { DeliveryFailure } from '../deliveries/delivery.ts';
import { OutgoingFailure } from '../lib/outgoing.ts';
import type { Tenancy } from '../tenant.ts';
import type { CampaignProgress } from './provider.ts';
import {
  beginProviderRequest,
  type ProviderRequestRow,
  updateProviderRequestResult,
} from './provider-requests.sql.ts';

const NOT_KNOWN = 'Não sabemos se a campanha foi criada. Confira no Mailchimp antes de tentar de novo.';

/**
 * Makes the campaign of a request at most once: the start is stored before the call, and the id as soon as it
 * is known. A second run that cannot know how the first ended fails instead of calling again.
 */
export async function createCampaignOnce(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  request: ProviderRequestRow,
  create: (progress: CampaignProgress) => Promise<{ campaignId: string }>,
): Promise<{ campaignId: string }> {
  let campaignId = request.result?.campaignId;
  if (campaignId === undefined) {
    const isMine = await tenancy.withTenant(merchantId, (tx) => beginProviderRequest(tx, request.id));
    if (!isMine) throw new DeliveryFailure(NOT_KNOWN, { retryable: false });
  }
  try {
    return await create({
      campaignId,
      onCreated: async (id) => {
        campaignId = id;
        await tenancy.withTenant(merchantId, (tx) =>
          updateProviderRequestResult(tx, request.id, { campaignId: id }),
        );
      },
    });
  } catch (error) {
    if (campaignId !== undefined && error instanceof DeliveryFailure)
      throw new DeliveryFailure(`A campanha foi criada no Mailchimp, mas sem a mensagem: ${error.message}`, {
        retryable: false,
      });
    throw mayHaveCreated(error) ? new DeliveryFailure(NOT_KNOWN, { retryable: false }) : error;
  }
}

/** The call was sent, and no answer excludes that the campaign was made. */
function mayHaveCreated(error: unknown): boolean {
  if (!(error instanceof DeliveryFailure)) return false;
  if (error.cause instanceof OutgoingFailure)
    return ['timeout', 'cut', 'too_large'].includes(error.cause.kind);
  return error.status !== null && (error.status < 400 || error.status >= 500);
}
