import type { Provider } from 'domain/integrations';
import type { App } from '../context.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  type AttemptOutcome,
  type Contacted,
  type Delivery,
  DeliveryDeferred,
  type DeliveryEnd,
  DeliveryFailure,
} from './delivery.ts';

type ReceivingApp = Pick<App, 'deliveryRules' | 'env' | 'keyEncryptionKeys' | 'outgoing' | 'tenancy'>;
export type DeliveringApp = ReceivingApp & Pick<App, 'log'> & { receivers: Receivers };

/**
 * A feature that deliveries are made to. All that is particular about its receivers is behind this interface.
 */
export interface Receiver {
  /** Concurrent calls that one account takes, over all processes. `provider` is null for a webhook. */
  slots(provider: Provider | null): number;
  /**
   * Makes one attempt that is claimed already: reads the receiver's rows in a transaction of its own, then
   * calls while none is open. Throws only for defects of ours and if the database is unavailable.
   */
  attempt(app: ReceivingApp, delivery: Delivery): Promise<AttemptOutcome>;
  /** Records the end in the feature's own tables, in the transaction that ends the delivery. */
  recordEnd?(
    tx: TenantTransaction,
    delivery: Delivery,
    end: DeliveryEnd,
    contacted: Contacted | undefined,
  ): Promise<void>;
}

/** By kind. The root hands them in: the features import deliveries, so deliveries import none of them. */
export interface Receivers {
  integration: Receiver;
  webhook: Receiver;
}

export const receiverOf = (
  { integration, webhook }: Receivers,
  { webhookEndpointId }: Pick<Delivery, 'webhookEndpointId'>,
): Receiver => (webhookEndpointId === null ? integration : webhook);

/** Turns a DeliveryFailure or DeliveryDeferred of a receiver's call into its outcome. */
export async function outcomeOf(call: () => Promise<{ status: number | null }>): Promise<AttemptOutcome> {
  try {
    return { delivered: await call() };
  } catch (error) {
    if (error instanceof DeliveryDeferred) return { deferred: true };
    if (error instanceof DeliveryFailure) return { failed: error };
    throw error;
  }
}
