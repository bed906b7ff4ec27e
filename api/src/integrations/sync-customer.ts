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
import { sendCustomer } from './send-customer.ts';
import { findSyncedCustomer, isToldOfConsent, recordUnsubscription } from './synced-customers.sql.ts';

type SyncingApp = CallingApp & Pick<App, 'keyEncryptionKeys'>;

const WITHHELD: Contacted = { tags: [], email: null, isWithheld: true };

/**
 * Makes one attempt to send a provider how the customer of a delivery stands now. `status` is that of its
 * last answer. Without consent to e-mail nothing is sent, unless the merchant chose so; after a withdrawal
 * only that.
 */
export async function syncCustomer(app: SyncingApp, delivery: Delivery): Promise<AttemptOutcome> {
  let contacted: Contacted | undefined;
  const outcome = await outcomeOf(async () => {
    const { integration, account, customer } = await app.tenancy.withTenant(delivery.merchantId, (tx) =>
      load(app, tx, delivery),
    );
    const client = providerOf(integration.provider);
    const event = syncEventOf(delivery, integration);
    if (customer.emailConsent === null && !integration.sendsWithoutConsent) {
      contacted = WITHHELD;
      return { status: null };
    }
    contacted = contactOf(client, customer, event);
    const ofAccount = { merchantId: delivery.merchantId, integrationConfigId: integration.id };
    const call = createAccountCall(app, ofAccount, client, account);
    let status: number | null = null;
    const observed: CallProvider = async (request) => {
      const answer = await call(request);
      status = answer.status;
      return answer;
    };
    const readAgain = () =>
      app.tenancy.withTenant(delivery.merchantId, (tx) => findSyncedCustomer(tx, customer.id));
    const state = await sendCustomer({
      client,
      call: observed,
      account,
      customer,
      event,
      isNewConsent: () => isNewConsent(app, delivery, customer),
      readAgain,
    });
    if (state === 'unsubscribed') {
      contacted = WITHHELD;
      await app.tenancy.withTenant(delivery.merchantId, (tx) => recordUnsubscription(tx, customer.id));
    }
    return { status };
  });
  return { ...outcome, contacted };
}

/** Events in which the customer may just have given the consent. */
const ANSWERING: readonly string[] = ['signup', 'consent'];

/** True if the delivery's provider was not told of the customer's present consent yet. */
async function isNewConsent(
  { tenancy }: SyncingApp,
  delivery: Delivery,
  customer: SyncedCustomer,
): Promise<boolean> {
  const { integrationConfigId } = partiesOf(delivery);
  const isAnswer = ANSWERING.includes(delivery.event);
  return await tenancy.withTenant(
    delivery.merchantId,
    async (tx) => !(await isToldOfConsent(tx, customer.id, integrationConfigId, isAnswer)),
  );
}

export const contactOf = (client: ProviderClient, customer: SyncedCustomer, event: SyncEvent): Contacted => ({
  tags: customer.emailConsent === false ? [] : client.tagsOf(customer, event),
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
    action: delivery.event as SyncEvent['action'],
    occurredAt: delivery.occurredAt,
    tags: integration.defaultTags,
  };
}

/** @throws DeliveryFailure if the customer is gone, or the integration is paused and this is no withdrawal */
async function load(
  { keyEncryptionKeys }: SyncingApp,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<{ integration: IntegrationRow; account: ProviderAccount; customer: SyncedCustomer }> {
  const { integrationConfigId, customerId } = partiesOf(delivery);
  const integration = await findIntegration(tx, integrationConfigId);
  const customer = await findSyncedCustomer(tx, customerId);
  const isWithdrawal = delivery.event === 'consent' && customer?.emailConsent === false;
  if (!integration || !(integration.isActive || isWithdrawal)) throw givenUp('Integração desativada');
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
