import type { Provider } from 'domain/integrations';
import type { App } from '../context.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { Delivery, Outcome, PreparedCall, ToldContact } from './delivery.ts';

type PreparingApp = Pick<App, 'deliveryRules' | 'env' | 'keyEncryptionKeys' | 'log' | 'outgoing' | 'tenancy'>;
export type DeliveringApp = PreparingApp & { receivers: Receivers };

/** What deliveries ask of the feature whose receivers they are for. */
export interface Receiver {
  /**
   * Reads everything that a call takes.
   * @throws DeliveryFailure where nobody is to be told any more
   */
  prepare(app: PreparingApp, tx: TenantTransaction, delivery: Delivery): Promise<PreparedCall>;
  /** Calls of one account under way at once, over all processes. `provider` is null for a webhook. */
  lanes(provider: Provider | null): number;
  /** What the feature notes of the end, in the transaction that writes it down. */
  recordEnd?(
    tx: TenantTransaction,
    delivery: Delivery,
    outcome: Outcome,
    told: ToldContact | undefined,
  ): Promise<void>;
}

/** By kind. Given from outside: the features import deliveries, so deliveries import none of them. */
export interface Receivers {
  integration: Receiver;
  webhook: Receiver;
}

export const receiverOf = (
  { integration, webhook }: Receivers,
  { webhookEndpointId }: Pick<Delivery, 'webhookEndpointId'>,
): Receiver => (webhookEndpointId === null ? integration : webhook);
