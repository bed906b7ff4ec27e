import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { type AttemptOutcome, type Delivery, DeliveryFailure } from '../deliveries/delivery.ts';
import { outcomeOf } from '../deliveries/receivers.ts';
import { type OutgoingAnswer, OutgoingFailure, type OutgoingFailureKind } from '../lib/outgoing.ts';
import type { TenantTransaction } from '../tenant.ts';
import { REMOVED } from './remove-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { makeWebhookBody } from './webhook-body.ts';
import { openSigningSecrets } from './webhook-secrets.ts';
import { findSendingEndpoint, storeBody } from './webhook-sending.sql.ts';
import { turnEndpointOff } from './webhooks.sql.ts';

type SendingApp = Pick<App, 'tenancy' | 'keyEncryptionKeys' | 'outgoing'>;

/** Concurrent calls that one webhook takes, over all processes. */
export const WEBHOOK_SLOTS = 5;

/** Says that the endpoint is permanently removed. */
const GONE = 410;

/** The log's message if there was no answer. */
const NO_ANSWER: Record<OutgoingFailureKind, string> = {
  refused: 'Não foi possível conectar ao endereço.',
  timeout: 'O endereço não respondeu a tempo.',
  cut: 'A resposta do endereço foi interrompida.',
  too_large: 'A resposta do endereço é grande demais.',
  redirected: 'O endereço respondeu com um redirecionamento, que não é seguido.',
  forbidden_address: 'O endereço não é público.',
  wrong_host: 'O endereço não pode ser usado.',
};
/** The address itself is wrong, so a retry would fail alike. */
const FINAL: readonly OutgoingFailureKind[] = ['forbidden_address', 'wrong_host'];

interface WebhookRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** Makes one attempt to deliver an event to its endpoint: a POST of the delivery's body, signed now. */
export async function sendWebhook(app: SendingApp, delivery: Delivery): Promise<AttemptOutcome> {
  return await outcomeOf(async () => {
    const request = await app.tenancy.withTenant(delivery.merchantId, (tx) => prepare(app, tx, delivery));
    return await send(app, delivery, request);
  });
}

/** @throws DeliveryFailure if the endpoint is inactive or removed */
async function prepare(
  { keyEncryptionKeys }: SendingApp,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<WebhookRequest> {
  const endpoint = await findSendingEndpoint(tx, delivery.webhookEndpointId ?? '');
  if (!endpoint || endpoint.is_removed) throw new DeliveryFailure(REMOVED, { retryable: false });
  if (!endpoint.is_active) throw new DeliveryFailure('O webhook está desativado.', { retryable: false });
  // Stored by the first attempt, so that every attempt sends the same bytes.
  const body = delivery.body ?? (await storeBody(tx, delivery.id, await makeWebhookBody(tx, delivery)));
  if (body === undefined) throw new DeliveryFailure('O envio já terminou.', { retryable: false });
  const secrets = await openSigningSecrets(tx, keyEncryptionKeys);
  return {
    url: endpoint.url,
    body,
    headers: signWebhook({ id: delivery.id, sentAt: endpoint.now, body }, secrets),
  };
}

/** 2xx is success; the response body is discarded. 410 turns the endpoint off. */
async function send(
  app: SendingApp,
  delivery: Delivery,
  request: WebhookRequest,
): Promise<{ status: number }> {
  const { status, retryAfterSeconds } = await post(app, request);
  if (status >= 200 && status < 300) return { status };
  if (status === GONE) {
    await turnOff(app, delivery, request.url);
    throw new DeliveryFailure('O endereço respondeu com o status 410 e foi desativado.', {
      retryable: false,
      status,
    });
  }
  throw new DeliveryFailure(`O endereço respondeu com o status ${status}.`, {
    retryable: true,
    status,
    retryAfterSeconds,
  });
}

async function post(
  { outgoing }: SendingApp,
  { url: address, body, headers }: WebhookRequest,
): Promise<OutgoingAnswer> {
  const url = new URL(address);
  try {
    return await outgoing({
      url,
      host: url.host,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      publicOnly: true,
    });
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    throw new DeliveryFailure(NO_ANSWER[error.kind], { retryable: !FINAL.includes(error.kind) });
  }
}

/** Only while the endpoint still has that address: a 410 says nothing about an address that replaced it. */
async function turnOff(
  { tenancy }: SendingApp,
  { merchantId, webhookEndpointId }: Delivery,
  url: string,
): Promise<void> {
  await tenancy.withTenant(merchantId, async (tx) => {
    if (!(await turnEndpointOff(tx, webhookEndpointId ?? '', url))) return;
    await recordAudit(tx, {
      action: 'webhook.turn_off',
      entity: 'webhook',
      entityId: webhookEndpointId,
      actor: null,
      request: null,
    });
  });
}
