import type { SyncAction } from 'domain/integrations';
import type { App } from '../context.ts';
import { type Delivery, DeliveryFailure } from '../deliveries/delivery.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type CallingApp, createAccountCall } from './account-call.ts';
import { findIntegration, type IntegrationRow } from './integrations.sql.ts';
import type { CallProvider, ProviderAccount, SyncEvent, SyncedCustomer } from './provider.ts';
import { openProviderKey } from './provider-key.ts';
import { providerOf } from './providers.ts';
import { findSyncedCustomer } from './synced-customers.sql.ts';

type SyncingApp = CallingApp & Pick<App, 'clock' | 'keyEncryptionKeys'>;

/**
 * Tells a provider how the customer of a delivery stands now. What is needed is read in one short transaction, and none
 * is open while the provider is waited for. Returns the status of the provider's last answer.
 * @throws DeliveryFailure whatever the provider does not take
 */
export async function sendToIntegration(
  app: SyncingApp,
  delivery: Delivery,
): Promise<{ status: number | null }> {
  const { merchantId } = delivery;
  const { integration, account, customer } = await app.tenancy.withTenant(merchantId, (tx) =>
    load(app, tx, delivery),
  );
  const client = providerOf(integration.provider);
  const call = createAccountCall(app, { merchantId, integrationConfigId: integration.id }, client, account);
  let status: number | null = null;
  const noting: CallProvider = async (request) => {
    const answer = await call(request);
    status = answer.status;
    return answer;
  };
  await client.syncCustomer(noting, account, customer, syncEventOf(delivery, integration));
  return { status };
}

/** Who tells whom of whom: a delivery to an integration is always about a customer. */
export function partiesOf({ integrationConfigId, customerId }: Delivery): {
  integrationConfigId: string;
  customerId: string;
} {
  if (integrationConfigId === null || customerId === null)
    throw new Error('not a delivery to an integration');
  return { integrationConfigId, customerId };
}

/** What a delivery says to an integration. */
export function syncEventOf(
  delivery: Pick<Delivery, 'event' | 'occurredAt'>,
  integration: Pick<IntegrationRow, 'default_tags'>,
): SyncEvent {
  return {
    action: delivery.event as SyncAction,
    occurredAt: delivery.occurredAt,
    tags: integration.default_tags,
  };
}

async function load(
  { clock, keyEncryptionKeys }: SyncingApp,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<{ integration: IntegrationRow; account: ProviderAccount; customer: SyncedCustomer }> {
  const { integrationConfigId, customerId } = partiesOf(delivery);
  const integration = await findIntegration(tx, integrationConfigId);
  if (!integration?.is_active) throw givenUp('Integração desativada');
  const customer = await findSyncedCustomer(tx, customerId, clock.now());
  if (!customer) throw givenUp('Nenhum cliente encontrado');
  return { integration, customer, account: await openAccount(tx, keyEncryptionKeys, integration) };
}

const givenUp = (message: string) => new DeliveryFailure(message, { retryable: false });

/** What the merchant saved, the key in clear. */
export async function openAccount(
  tx: TenantTransaction,
  keyEncryptionKeys: App['keyEncryptionKeys'],
  integration: IntegrationRow,
): Promise<ProviderAccount> {
  if (!integration.api_key_encrypted) throw new Error('an integration without a key is asked for it');
  const sealed = integration.api_key_encrypted;
  return {
    apiKey: await openProviderKey(tx, keyEncryptionKeys, integration.provider, sealed),
    audienceId: integration.audience_id,
    serverPrefix: integration.server_prefix,
  };
}
