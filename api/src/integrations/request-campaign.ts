import type { CreateCampaign } from 'domain/integrations';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockIntegration } from './integrations.sql.ts';
import { submitProviderRequest } from './submit-provider-request.ts';

/** The one provider that has campaigns. */
const PROVIDER = 'mailchimp';

/**
 * Has the worker make a draft of an e-mail campaign in the saved Mailchimp account. A repeat with the same id
 * is the same request. Throws Refusal 'integration_key_missing', 'operation_conflict', 'too_many_requests'.
 */
export async function requestCampaign(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { operationId: id, ...input }: CreateCampaign,
): Promise<{ requestId: string }> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const stored = await lockIntegration(tx, PROVIDER);
    if (!stored?.apiKeyEncrypted) throw new Refusal('integration_key_missing');
    const isNew = await submitProviderRequest(tx, staff, {
      id,
      kind: 'campaign',
      provider: PROVIDER,
      input,
      sealedKey: null,
    });
    if (!isNew) return;
    await recordAudit(tx, {
      action: 'integration.campaign',
      entity: 'provider_request',
      entityId: id,
      actor: staff,
      request,
      details: { provider: PROVIDER, title: input.title },
    });
  });
  return { requestId: id };
}
