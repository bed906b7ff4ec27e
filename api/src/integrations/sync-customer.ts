import type { SyncAction } from 'domain/integrations';
import { maskEmail } from 'domain/mask-contacts';
import type { App } from '../context.ts';
import {
  type Delivery,
  DeliveryFailure,
  type PreparedCall,
  type ToldContact,
} from '../deliveries/delivery.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type CallingApp, createAccountCall } from './account-call.ts';
import { findIntegration, type IntegrationRow } from './integrations.sql.ts';
import type { CallProvider, ProviderAccount, ProviderClient, SyncEvent, SyncedCustomer } from './provider.ts';
import { openProviderKey } from './provider-key.ts';
import { providerOf } from './providers.ts';
import { findSyncedCustomer } from './synced-customers.sql.ts';

type SyncingApp = CallingApp & Pick<App, 'keyEncryptionKeys'>;

/**
 * What it takes to tell a provider how the customer of a delivery stands now. The call answers with the status of the
 * provider's last answer.
 * @throws DeliveryFailure where nobody is to be told any more
 */
export async function prepareSync(
  app: SyncingApp,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<PreparedCall> {
  const { integration, account, customer } = await load(app, tx, delivery);
  const client = providerOf(integration.provider);
  const event = syncEventOf(delivery, integration);
  const ofAccount = { merchantId: delivery.merchantId, integrationConfigId: integration.id };
  const call = createAccountCall(app, ofAccount, client, account);
  let status: number | null = null;
  const noting: CallProvider = async (request) => {
    const answer = await call(request);
    status = answer.status;
    return answer;
  };
  return {
    told: toldContact(client, customer, event),
    async call() {
      await client.syncCustomer(noting, account, customer, event);
      return { status };
    },
  };
}

export const toldContact = (
  client: ProviderClient,
  customer: SyncedCustomer,
  event: SyncEvent,
): ToldContact => ({ tags: client.tagsOf(customer, event), email: maskEmail(client.emailOf(customer)) });

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
  { keyEncryptionKeys }: SyncingApp,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<{ integration: IntegrationRow; account: ProviderAccount; customer: SyncedCustomer }> {
  const { integrationConfigId, customerId } = partiesOf(delivery);
  const integration = await findIntegration(tx, integrationConfigId);
  if (!integration?.is_active) throw givenUp('Integração desativada');
  const customer = await findSyncedCustomer(tx, customerId);
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
