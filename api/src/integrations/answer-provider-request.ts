import type { CreateCampaign } from 'domain/integrations';
import type { App } from '../context.ts';
import { DeliveryDeferred, DeliveryFailure } from '../deliveries/delivery.ts';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import { openForMerchant } from '../secrets/merchant-secrets.ts';
import { requestKeyBinding } from '../secrets/secret-bindings.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type CallingApp, createAccountCall } from './account-call.ts';
import { campaignHtml } from './campaign-html.ts';
import { createCampaignOnce } from './create-campaign-once.ts';
import { findIntegrationOf } from './integrations.sql.ts';
import type { ProviderAccount } from './provider.ts';
import {
  findProviderRequest,
  finishProviderRequest,
  type ProviderRequestResult,
  type ProviderRequestRow,
} from './provider-requests.sql.ts';
import { providerOf } from './providers.ts';
import { openAccount } from './sync-customer.ts';

type AnsweringApp = CallingApp & Pick<App, 'keyEncryptionKeys' | 'log'>;

type TypedAccount = Pick<ProviderAccount, 'audienceId' | 'serverPrefix'>;

/** A waiting request, with what its call needs. */
interface OpenRequest {
  row: ProviderRequestRow;
  account: ProviderAccount;
  /** Null if the provider's settings are not saved. */
  integrationConfigId: string | null;
}

/**
 * Calls a provider for a request that an employee waits for at the screen, and stores the answer once: a
 * retry is up to them. Storing deletes the typed key. Does nothing for a request that is answered or deleted.
 */
export async function answerProviderRequest(
  app: AnsweringApp,
  { merchantId, requestId }: { merchantId: string; requestId: string },
): Promise<void> {
  const answer = await findAnswer(app, merchantId, requestId).catch((error: unknown) => {
    // No answer is known and none could be stored: the job runs again.
    if (isDatabaseUnavailable(error)) throw error;
    return { message: messageOf(app, requestId, error) };
  });
  if (answer) await app.tenancy.withTenant(merchantId, (tx) => finishProviderRequest(tx, requestId, answer));
}

async function findAnswer(
  app: AnsweringApp,
  merchantId: string,
  requestId: string,
): Promise<{ result: ProviderRequestResult } | undefined> {
  const open = await app.tenancy.withTenant(merchantId, (tx) => load(app, tx, requestId));
  return open && { result: await ask(app, merchantId, open) };
}

async function load(
  { keyEncryptionKeys }: AnsweringApp,
  tx: TenantTransaction,
  requestId: string,
): Promise<OpenRequest | undefined> {
  const row = await findProviderRequest(tx, requestId);
  if (row?.state !== 'waiting') return undefined;
  const stored = await findIntegrationOf(tx, row.provider);
  const saved = stored?.apiKeyEncrypted ? await openAccount(tx, keyEncryptionKeys, stored) : undefined;
  const typedKey = row.api_key_encrypted
    ? await openForMerchant(tx, keyEncryptionKeys, requestKeyBinding(requestId), row.api_key_encrypted)
    : undefined;
  const apiKey = typedKey?.toString() ?? saved?.apiKey;
  if (apiKey === undefined) throw new Error('a request without a typed key was made while one was saved');
  const { audienceId = null, serverPrefix = null } = row.input as Partial<TypedAccount>;
  const account = row.kind === 'campaign' && saved ? saved : { apiKey, audienceId, serverPrefix };
  return { row, account, integrationConfigId: stored?.id ?? null };
}

async function ask(
  app: AnsweringApp,
  merchantId: string,
  { row, account, integrationConfigId }: OpenRequest,
): Promise<ProviderRequestResult> {
  const client = providerOf(row.provider);
  const call = createAccountCall(app, { merchantId, integrationConfigId }, client, account);
  if (row.kind === 'test') return await client.testConnection(call, account);
  const { message, ...campaign } = row.input as Omit<CreateCampaign, 'operationId'>;
  return await createCampaignOnce(app, merchantId, row, async (progress) => {
    if (!client.createCampaign) throw new Error(`${client.name} has no campaigns`);
    return await client.createCampaign(call, account, { ...campaign, html: campaignHtml(message) }, progress);
  });
}

/** The provider's own message, or ours. */
function messageOf({ log }: AnsweringApp, requestId: string, error: unknown): string {
  if (error instanceof DeliveryFailure) return error.message;
  if (error instanceof DeliveryDeferred)
    return 'Esta conta já está recebendo muitos envios. Tente novamente em instantes.';
  log.error({ err: error, requestId }, 'a provider could not be asked');
  return 'Erro interno';
}
