import type { JobPayload } from '../jobs/enqueue-job.ts';
import type { CallResult } from './account-gate.ts';
import { beginTry, type DeliveryLimits } from './begin-try.ts';
import type { DeliveringApp } from './receivers.ts';
import { type SendResult, send } from './send.ts';
import { settle } from './settle.ts';

/**
 * Makes one delivery that is due, if nobody else does: one try, then it has ended or waits for the next. No transaction is
 * open while its receiver is waited for. Whoever is killed meanwhile has used the try up, and its job runs again.
 * `signal` ends the waiting; what the receiver did is then not known, and the next try sends it again.
 */
export async function deliver(
  app: DeliveringApp,
  limits: DeliveryLimits,
  job: JobPayload<'deliver'>,
  signal?: AbortSignal,
): Promise<void> {
  const begun = await beginTry(app, limits, job);
  if (!begun) return;
  const { delivery, ready } = begun;
  let result: CallResult = 'unheard';
  try {
    const sent = 'failed' in ready ? ready : await send(app, delivery, ready, signal);
    result = resultOf(sent);
    await settle(app, { ...begun, told: 'told' in ready ? ready.told : undefined }, sent);
  } finally {
    await begun.leave(result);
  }
}

/** Any answer says that somebody is there, also one that refuses. */
function resultOf(sent: SendResult): CallResult {
  if ('postponed' in sent) return 'unheard';
  if ('delivered' in sent) return 'answered';
  const { isInternal, retryable, status } = sent.failed;
  if (isInternal) return 'unheard';
  return retryable && (status === null || status >= 500) ? 'silent' : 'answered';
}
