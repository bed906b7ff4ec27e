import type { WebhookEvent } from 'domain/webhooks';
import type { Endpoint, EndpointInput } from './webhook.ts';

/** An address as its form holds it. */
export interface EndpointValues {
  url: string;
  description: string;
  events: WebhookEvent[];
}

/** A new endpoint gets no events until some are chosen. */
export function valuesOf(endpoint: Endpoint | undefined): EndpointValues {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    events: [...(endpoint?.events ?? [])],
  };
}

/** The input to save; a new endpoint starts active. */
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
