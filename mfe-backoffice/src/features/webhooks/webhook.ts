import type { ApiInputs, ApiOutputs } from 'api/contract';

export type Webhooks = ApiOutputs['webhooks']['list'];
/** An endpoint that receives events. */
export type Endpoint = Webhooks['endpoints'][number];
export type SigningSecret = NonNullable<Webhooks['secret']>;
export type EndpointInput = ApiInputs['webhooks']['save'];

export type DeliveriesInput = ApiInputs['webhooks']['deliveries'];
export type Delivery = ApiOutputs['webhooks']['deliveries']['deliveries'][number];
export type DeliveryState = Delivery['state'];
