import type { TestIntegration } from 'domain/integrations';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { sealForMerchant } from '../secrets/merchant-secrets.ts';
import { requestKeyBinding } from '../secrets/secret-bindings.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { assertKeyFits } from './assert-key-fits.ts';
import { lockIntegration } from './integrations.sql.ts';
import { submitProviderRequest } from './submit-provider-request.ts';

type Sealing = Pick<App, 'tenancy' | 'keyEncryptionKeys'>;

/**
 * Has the worker test the account that a form holds, saved or not. Without a typed key it uses the saved one.
 * Throws Refusal 'integration_key_missing', 'integration_key_of_another_server', 'too_many_requests'.
 */
export async function requestConnectionTest(
  { tenancy, keyEncryptionKeys }: Sealing,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  typed: TestIntegration,
): Promise<{ requestId: string }> {
  const id = newId();
  const { apiKey, ...input } = typed;
  const { provider } = input;
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    if (apiKey === undefined) await assertStoredKeyFits(tx, keyEncryptionKeys, typed);
    const sealedKey =
      apiKey === undefined
        ? null
        : await sealForMerchant(tx, keyEncryptionKeys, requestKeyBinding(id), Buffer.from(apiKey));
    await submitProviderRequest(tx, staff, { id, kind: 'test', provider, input, sealedKey });
    await recordAudit(tx, {
      action: 'integration.test',
      entity: 'provider_request',
      entityId: id,
      actor: staff,
      request,
      details: { provider },
    });
  });
  return { requestId: id };
}

async function assertStoredKeyFits(
  tx: TenantTransaction,
  keyEncryptionKeys: App['keyEncryptionKeys'],
  input: TestIntegration,
): Promise<void> {
  const stored = await lockIntegration(tx, input.provider);
  if (!stored) throw new Refusal('integration_key_missing');
  const serverPrefix = input.provider === 'mailchimp' ? input.serverPrefix : null;
  await assertKeyFits(tx, keyEncryptionKeys, stored, serverPrefix);
}
