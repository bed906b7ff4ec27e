import type { WebhookEvent } from 'domain/webhooks';
import type { Endpoint, EndpointInput } from './webhook.ts';

/** An address as its form holds it. */
export interface EndpointValues {
  url: string;
  description: string;
  events: WebhookEvent[];
}

/** A new one hears of nothing until somebody says what it shall hear of. */
export function valuesOf(endpoint: Endpoint | undefined): EndpointValues {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    events: [...(endpoint?.events ?? [])],
  };
}

/** What is sent; a new one is on from the start. */
export function inputOf(endpoint: Endpoint | undefined, values: EndpointValues): EndpointInput {
  const { url, description, events } = values;
  return {
    ...(endpoint && { id: endpoint.id }),
    url,
    description: description.trim() === '' ? null : description,
    events,
    isActive: endpoint?.isActive ?? true,
  };
}
