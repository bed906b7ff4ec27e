import { z } from 'zod';
import { text, uuid } from './fields.ts';

/** Events for a merchant's own systems, and the endpoints that receive them. Server and forms share it. */

export const WEBHOOK_EVENTS = [
  'cashback.issued',
  'cashback.confirmed',
  'redemption.created',
  'redemption.confirmed',
  'purchase.reversed',
  'redemption.reversed',
  'customer.created',
  'customer.consent_changed',
  'customer.erased',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent on request only, to test a receiver before there are events. */
export const PING_EVENT = 'ping';

export const WEBHOOK_EVENT_LABELS: Record<
  WebhookEvent | typeof PING_EVENT,
  { label: string; description: string }
> = {
  'cashback.issued': {
    label: 'Cashback gerado',
    description: 'Uma compra foi registrada e o cliente ainda vai escanear o QR Code.',
  },
  'cashback.confirmed': {
    label: 'Cashback confirmado',
    description: 'O cliente escaneou o QR Code e recebeu o cashback.',
  },
  'redemption.created': {
    label: 'Resgate gerado',
    description: 'Um resgate foi preparado e o cliente ainda vai confirmar.',
  },
  'redemption.confirmed': {
    label: 'Resgate confirmado',
    description: 'O cliente confirmou o resgate e o saldo foi usado.',
  },
  'purchase.reversed': {
    label: 'Compra estornada',
    description: 'Uma compra foi estornada, inteira ou em parte.',
  },
  'redemption.reversed': {
    label: 'Resgate estornado',
    description: 'Um resgate foi estornado e o saldo voltou para o cliente.',
  },
  'customer.created': {
    label: 'Cliente criado',
    description: 'Um cliente entrou pelo link, pelo balcão ou por uma importação.',
  },
  'customer.consent_changed': {
    label: 'Consentimento alterado',
    description: 'Um cliente deu ou retirou o consentimento para ofertas por email ou WhatsApp.',
  },
  'customer.erased': {
    label: 'Cliente apagado',
    description: 'Os dados pessoais de um cliente foram apagados. O evento só leva o código do cadastro.',
  },
  [PING_EVENT]: { label: 'Teste', description: 'Um envio de teste, pedido por alguém da equipe.' },
};

/** The label of an event; one of a newer release is shown by its own name. */
export function webhookEventLabel(event: string): string {
  return Object.hasOwn(WEBHOOK_EVENT_LABELS, event)
    ? WEBHOOK_EVENT_LABELS[event as WebhookEvent].label
    : event;
}

export const MAX_WEBHOOK_ENDPOINTS = 10;
/** A secret that was replaced goes on signing beside the new one for this long. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

const EXAMPLE = 'Informe um endereço completo, como https://erp.sualoja.com.br/webhooks';

/**
 * The reason why a text is no address of an endpoint; undefined for a valid one. The server checks that it is
 * public.
 */
function urlProblem(value: string): string | undefined {
  const url =
    /^https?:\/\//i.test(value) && !/\s/.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!url) return EXAMPLE;
  if (url.username !== '' || url.password !== '') return 'Não coloque usuário e senha no endereço';
  return value.includes('#') ? 'O endereço não pode ter a parte depois de #' : undefined;
}

/**
 * Normalized by the URL standard: the host in lower case and punycode, an IPv4 address in four
 * decimal parts.
 */
export const webhookUrl = text(2_000, 'Informe o endereço')
  .superRefine((value, context) => {
    const message = urlProblem(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .transform((value) => (URL.canParse(value) ? new URL(value).href : value));

/** In the order in which they are listed, each once. */
const events = z
  .array(z.enum(WEBHOOK_EVENTS, 'Dados inválidos'), 'Escolha ao menos um evento')
  .min(1, 'Escolha ao menos um evento')
  .max(WEBHOOK_EVENTS.length, 'Dados inválidos')
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

const id = uuid('Dados inválidos');

export const saveWebhookInput = z.strictObject({
  /** Omitted for a new one. */
  id: id.optional(),
  url: webhookUrl,
  description: text(120, 'Informe uma descrição').nullable().optional(),
  events,
  isActive: z.boolean('Dados inválidos'),
});
export type SaveWebhook = z.output<typeof saveWebhookInput>;

/** An endpoint, or a delivery, by its id. */
export const webhookInput = z.strictObject({ id });

/** The end of a page: microseconds since 1970, as the database stores them, and the delivery. */
const place = z.strictObject({ atMicroseconds: z.number().int().min(0).max(7_000_000_000_000_000), id });

export const webhookDeliveriesInput = z.strictObject({
  endpointId: id.optional(),
  state: z.enum(WEBHOOK_DELIVERY_STATES, 'Dados inválidos').optional(),
  /** Deliveries older than this one. */
  after: place.optional(),
});
export type WebhookDeliveriesInput = z.output<typeof webhookDeliveriesInput>;
