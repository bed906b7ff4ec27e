import type { SyncAction } from 'domain/integrations';
import { maskEmail } from 'domain/mask-contacts';
import type { App } from '../context.ts';
import {
  type AttemptOutcome,
  type Contacted,
  type Delivery,
  DeliveryFailure,
} from '../deliveries/delivery.ts';
import { outcomeOf } from '../deliveries/receivers.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type CallingApp, createAccountCall } from './account-call.ts';
import { findIntegration, type IntegrationRow } from './integrations.sql.ts';
import type { CallProvider, ProviderAccount, ProviderClient, SyncEvent, SyncedCustomer } from './provider.ts';
import { openProviderKey } from './provider-key.ts';
import { providerOf } from './providers.ts';
import { findSyncedCustomer } from './synced-customers.sql.ts';

type SyncingApp = CallingApp & Pick<App, 'keyEncryptionKeys'>;

/**
 * Makes one attempt to send a provider how the customer of a delivery stands now. `status` is that of its
 * last answer.
 */
export async function syncCustomer(app: SyncingApp, delivery: Delivery): Promise<AttemptOutcome> {
  let contacted: Contacted | undefined;
  const outcome = await outcomeOf(async () => {
    const { integration, account, customer } = await app.tenancy.withTenant(delivery.merchantId, (tx) =>
      load(app, tx, delivery),
    );
    const client = providerOf(integration.provider);
    const event = syncEventOf(delivery, integration);
    contacted = contactOf(client, customer, event);
    const ofAccount = { merchantId: delivery.merchantId, integrationConfigId: integration.id };
    const call = createAccountCall(app, ofAccount, client, account);
    let status: number | null = null;
    const observed: CallProvider = async (request) => {
      const answer = await call(request);
      status = answer.status;
      return answer;
    };
    await client.syncCustomer(observed, account, customer, event);
    return { status };
  });
  return { ...outcome, contacted };
}

export const contactOf = (client: ProviderClient, customer: SyncedCustomer, event: SyncEvent): Contacted => ({
  tags: client.tagsOf(customer, event),
  email: maskEmail(client.emailOf(customer)),
});

/** Narrows a delivery to its integration and customer. */
export function partiesOf({ integrationConfigId, customerId }: Delivery): {
  integrationConfigId: string;
  customerId: string;
} {
  if (integrationConfigId === null || customerId === null)
    throw new Error('not a delivery to an integration');
  return { integrationConfigId, customerId };
}

/** The event of a delivery to an integration. */
export function syncEventOf(
  delivery: Pick<Delivery, 'event' | 'occurredAt'>,
  integration: Pick<IntegrationRow, 'defaultTags'>,
): SyncEvent {
  return {
    action: delivery.event as SyncAction,
    occurredAt: delivery.occurredAt,
    tags: integration.defaultTags,
  };
}

/** @throws DeliveryFailure if the integration is inactive or the customer is gone */
async function load(
  { keyEncryptionKeys }: SyncingApp,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<{ integration: IntegrationRow; account: ProviderAccount; customer: SyncedCustomer }> {
  const { integrationConfigId, customerId } = partiesOf(delivery);
  const integration = await findIntegration(tx, integrationConfigId);
  if (!integration?.isActive) throw givenUp('Integração desativada');
  const customer = await findSyncedCustomer(tx, customerId);
  if (!customer) throw givenUp('Nenhum cliente encontrado');
  return { integration, customer, account: await openAccount(tx, keyEncryptionKeys, integration) };
}

const givenUp = (message: string) => new DeliveryFailure(message, { retryable: false });

/** The saved account, with its key in clear. */
export async function openAccount(
  tx: TenantTransaction,
  keyEncryptionKeys: App['keyEncryptionKeys'],
  integration: IntegrationRow,
): Promise<ProviderAccount> {
  if (!integration.apiKeyEncrypted) throw new Error('the integration has no key');
  const sealed = integration.apiKeyEncrypted;
  return {
    apiKey: await openProviderKey(tx, keyEncryptionKeys, integration.provider, sealed),
    audienceId: integration.audienceId,
    serverPrefix: integration.serverPrefix,
  };
}
