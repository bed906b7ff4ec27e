import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { type Delivery, DeliveryFailure, type PreparedCall } from '../deliveries/delivery.ts';
import { type OutgoingAnswer, OutgoingFailure, type OutgoingFailureKind } from '../lib/outgoing.ts';
import type { TenantTransaction } from '../tenant.ts';
import { REMOVED } from './remove-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { makeWebhookBody } from './webhook-body.ts';
import { openSigningSecrets } from './webhook-secrets.ts';
import { findReceiver } from './webhook-sending.sql.ts';
import { turnEndpointOff } from './webhooks.sql.ts';

type Sending = Pick<App, 'tenancy' | 'keyEncryptionKeys' | 'outgoing'>;

/** Calls of one webhook under way at once, over all processes. */
export const WEBHOOK_LANES = 5;

/** A receiver says with it that nobody is there any more and nobody will be. */
const GONE = 410;

/** What the log says where there was no answer. */
const NO_ANSWER: Record<OutgoingFailureKind, string> = {
  refused: 'Não foi possível conectar ao endereço.',
  timeout: 'O endereço não respondeu a tempo.',
  cut: 'A resposta do endereço foi interrompida.',
  too_large: 'A resposta do endereço é grande demais.',
  redirected: 'O endereço respondeu com um redirecionamento, que não é seguido.',
  forbidden_address: 'O endereço não é público.',
  wrong_host: 'O endereço não pode ser usado.',
};
/** What will not be otherwise in an hour. */
const FINAL: readonly OutgoingFailureKind[] = ['forbidden_address', 'wrong_host'];

/**
 * What it takes to hand an event over. What is sent is made before the first try and kept, so that each sends the same.
 * @throws DeliveryFailure where nobody listens any more
 */
export async function prepareWebhook(
  app: Sending,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<PreparedCall> {
  const receiver = await findReceiver(tx, delivery.webhookEndpointId ?? '');
  if (!receiver || receiver.is_removed) throw new DeliveryFailure(REMOVED, { retryable: false });
  if (!receiver.is_active) throw new DeliveryFailure('O webhook está desativado.', { retryable: false });
  const body = delivery.body ?? (await makeWebhookBody(tx, delivery));
  const secrets = await openSigningSecrets(tx, app.keyEncryptionKeys);
  const headers = signWebhook({ id: delivery.id, sentAt: receiver.now, body }, secrets);
  return { body, call: () => handOver(app, delivery, { url: receiver.url, body, headers }) };
}

interface WebhookRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** 2xx is taken, and of what is said with it nothing is kept. An endpoint that answers 410 is turned off. */
async function handOver(
  app: Sending,
  delivery: Delivery,
  request: WebhookRequest,
): Promise<{ status: number }> {
  const { status, retryAfterSeconds } = await call(app, request);
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

async function call(
  { outgoing }: Sending,
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

/** Not where its owner has changed the address meanwhile: who answered spoke for the former one. */
async function turnOff(
  { tenancy }: Sending,
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
