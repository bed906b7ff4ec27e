import type { App } from '../context.ts';
import { type AttemptOutcome, type Delivery, DeliveryFailure } from '../deliveries/delivery.ts';
import { insertDeliveries } from '../deliveries/enqueue-deliveries.ts';
import { outcomeOf } from '../deliveries/receivers.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type CallingApp, createAccountCall } from './account-call.ts';
import { findIntegration, type IntegrationRow, listIntegrations } from './integrations.sql.ts';
import { phoneOf } from './provider.ts';
import { providerOf } from './providers.ts';
import { openAccount, partiesOf } from './sync-customer.ts';
import { findAddressHolder, findSyncedCustomer } from './synced-customers.sql.ts';

/** The event of deliveries that tell a provider to erase a contact. */
export const ERASE_EVENT = 'erase';

/** Status of a delivery whose contact was not there. */
export const NOT_THERE = 404;

/**
 * Makes the deliveries that tell every provider with a key to erase a customer's contacts, one for each
 * address. Inactive integrations are told too, because they hold what they were sent. `subjectId` is the
 * erasure, or the customer whose former address it is.
 */
export async function enqueueContactErasures(
  tx: TenantTransaction,
  { addresses, ...erased }: { subjectId: string; customerId: string; occurredAt: Date; addresses: string[] },
  { eraseDelayMs }: App['deliveryRules'],
): Promise<void> {
  const integrations = (await listIntegrations(tx)).filter((each) => each.apiKeyEncrypted !== null);
  await insertDeliveries(
    tx,
    integrations.flatMap(({ id: integrationConfigId }) =>
      addresses.map((body) => ({
        ...erased,
        integrationConfigId,
        event: ERASE_EVENT,
        body,
        delayMs: eraseDelayMs,
      })),
    ),
  );
}

/**
 * Makes one attempt to have a provider erase a contact. Its message never holds the provider's words. A
 * contact that belongs to a customer by now is kept, and sent as that customer stands. After the former
 * address of a customer was erased, the customer is sent with the present one.
 */
export async function eraseContact(
  app: CallingApp & Pick<App, 'keyEncryptionKeys'>,
  delivery: Delivery,
): Promise<AttemptOutcome> {
  const { merchantId, body: address, occurredAt } = delivery;
  const { integrationConfigId, customerId } = partiesOf(delivery);
  if (address === null) throw new Error('the delivery has no address');
  const outcome = await outcomeOf(async () => {
    const { client, account, isKept } = await app.tenancy.withTenant(merchantId, async (tx) => {
      const integration = await findIntegration(tx, integrationConfigId);
      if (!integration?.apiKeyEncrypted)
        throw new DeliveryFailure('A integração não tem mais uma chave.', { retryable: false });
      const holderId = await findAddressHolder(tx, address, phoneOf(address));
      return {
        client: providerOf(integration.provider),
        account: await openAccount(tx, app.keyEncryptionKeys, integration),
        isKept: holderId !== undefined && (await sendAgain(tx, integration, holderId, occurredAt)),
      };
    });
    if (isKept) return { status: null };
    const call = createAccountCall(app, { merchantId, integrationConfigId }, client, account);
    const isErased = await client.eraseContact(call, account, address).catch((error: unknown) => {
      if (!(error instanceof DeliveryFailure)) throw error;
      const { retryable, status, retryAfterSeconds } = error;
      throw new DeliveryFailure(
        `O ${client.name} não confirmou a exclusão do contato. Apague-o no ${client.name}.`,
        { retryable, status, retryAfterSeconds },
      );
    });
    if (!isErased) return { status: NOT_THERE };
    await app.tenancy.withTenant(merchantId, async (tx) => {
      const integration = await findIntegration(tx, integrationConfigId);
      if (integration) await sendAgain(tx, integration, customerId, occurredAt);
    });
    return { status: null };
  });
  return { ...outcome, contacted: { tags: [], email: null } };
}

/** False, without a call, if the customer is gone or the integration does not send this customer. */
async function sendAgain(
  tx: TenantTransaction,
  { id, isActive, sendsWithoutConsent }: IntegrationRow,
  customerId: string,
  occurredAt: Date,
): Promise<boolean> {
  const customer = await findSyncedCustomer(tx, customerId);
  if (!customer || !(customer.emailConsent ?? sendsWithoutConsent)) return false;
  // An inactive integration makes no calls; the contact gets its new data when it is active again.
  if (isActive)
    await insertDeliveries(tx, [
      {
        integrationConfigId: id,
        event: 'bulk_sync',
        subjectId: customer.id,
        customerId: customer.id,
        occurredAt,
      },
    ]);
  return true;
}
