import type { TenantTransaction } from '../tenant.ts';
import { endDelivery, giveBackTry, putOff } from './deliveries.sql.ts';
import { type Delivery, MAX_TRIES, type Outcome, type ToldContact } from './delivery.ts';
import { retryDelayMs, snoozeDelayMs } from './next-try.ts';
import { type DeliveringApp, type Receivers, receiverOf } from './receivers.ts';
import type { SendResult } from './send.ts';

/**
 * Writes down what a try came to, in one transaction: the end, and what the receiver's feature makes of it, or the next try.
 * Where the delivery has ended meanwhile nothing happens: there is one end.
 */
export async function settle(
  { tenancy, deliveryRules, receivers }: Pick<DeliveringApp, 'tenancy' | 'deliveryRules' | 'receivers'>,
  { delivery, snoozed = 0, told }: { delivery: Delivery; snoozed?: number; told?: ToldContact | undefined },
  sent: SendResult,
): Promise<void> {
  const { id, tries } = delivery;
  const end = (tx: TenantTransaction, outcome: Outcome) => endWith(tx, receivers, delivery, outcome, told);
  await tenancy.withTenant(delivery.merchantId, async (tx) => {
    if ('delivered' in sent) {
      await end(tx, { state: 'delivered', status: sent.delivered.status });
    } else if ('postponed' in sent) {
      const delayMs = snoozeDelayMs(snoozed, deliveryRules);
      await giveBackTry(tx, { id, tries, delayMs, snoozed: snoozed + 1 });
    } else {
      const { message, status, retryable, retryAfterSeconds } = sent.failed;
      if (!retryable || tries >= MAX_TRIES) {
        await end(tx, { state: 'failed', status, message });
      } else {
        const delayMs = retryDelayMs(tries, retryAfterSeconds, deliveryRules);
        await putOff(tx, { id, tries, delayMs, status, message });
      }
    }
  });
}

async function endWith(
  tx: TenantTransaction,
  receivers: Receivers,
  delivery: Delivery,
  outcome: Outcome,
  told: ToldContact | undefined,
): Promise<void> {
  const isFirst = await endDelivery(tx, {
    id: delivery.id,
    state: outcome.state,
    status: outcome.status,
    message: outcome.state === 'failed' ? outcome.message : null,
  });
  if (isFirst) await receiverOf(receivers, delivery).recordEnd?.(tx, delivery, outcome, told);
}
