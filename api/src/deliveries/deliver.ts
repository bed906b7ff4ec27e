import type { App } from '../context.ts';
import { providerOf } from '../integrations/providers.ts';
import { enqueueJob, type JobPayload } from '../jobs/enqueue-job.ts';
import type { AccountGate, CallResult } from './account-gate.ts';
import { type DueRow, findDue, snooze, takeTry } from './deliveries.sql.ts';
import { type Delivery, MAX_TRIES } from './delivery.ts';
import type { DeliveryLocks } from './delivery-locks.ts';
import { snoozeDelayMs } from './next-try.ts';
import { type DeliveringApp, type SendResult, send } from './send.ts';
import { settle } from './settle.ts';

/** What holds calls back, shared by all that a process makes. */
export interface DeliveryLimits {
  locks: DeliveryLocks;
  gate: AccountGate;
}

/** Of one webhook, over all processes. */
const WEBHOOK_LANES = 5;
/** Of a provider's connections these are left to what somebody waits for in front of a screen. */
const LANES_FOR_REQUESTS = 1;

const INTERRUPTED = 'O envio foi interrompido.';
const SILENT = 'Sem resposta.';

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
  const { merchantId, deliveryId } = job;
  const due = await app.tenancy.withTenant(merchantId, (tx) => findDue(tx, deliveryId));
  if (!due) return;
  const release = await limits.locks.hold(deliveryId);
  if (!release) {
    // Whoever has it may only be about to let it go. The row is left as it is: they have read it.
    const runAfterMs = app.deliveryRules.snoozeBaseMs;
    await app.tenancy.withTenant(merchantId, (tx) => enqueueJob(tx, 'deliver', job, { runAfterMs }));
    return;
  }
  try {
    await attempt(app, limits, { merchantId, due, signal });
  } finally {
    await release();
  }
}

interface Attempt {
  merchantId: string;
  due: DueRow;
  signal: AbortSignal | undefined;
}

async function attempt(
  app: DeliveringApp,
  { locks, gate }: DeliveryLimits,
  { merchantId, due, signal }: Attempt,
): Promise<void> {
  const delivery = deliveryOf(merchantId, due);
  // Its last try was begun, and nobody has written down how it ended.
  if (due.tries >= MAX_TRIES) {
    await settle(app, delivery, { failed: { message: INTERRUPTED, status: null, retryable: false } });
    return;
  }
  const account = due.integration_config_id ?? due.webhook_endpoint_id ?? '';
  const entry = gate.enter(account);
  if (entry === 'busy') await putOffUntried(app, merchantId, due);
  if (entry === 'closed') await tryInVain(app, delivery, due);
  if (entry !== 'entered') return;
  let result: CallResult = 'unheard';
  try {
    const leaveLane = await locks.takeLane(account, lanesOf(due));
    if (!leaveLane) {
      await putOffUntried(app, merchantId, due);
      return;
    }
    try {
      const sent = await tryOnce(app, delivery, due, signal);
      result = resultOf(sent);
    } finally {
      await leaveLane();
    }
  } finally {
    gate.leave(account, result);
  }
}

/** Undefined where somebody else was faster. */
async function tryOnce(
  app: DeliveringApp,
  delivery: Delivery,
  due: DueRow,
  signal: AbortSignal | undefined,
): Promise<SendResult | undefined> {
  const isOurs = await app.tenancy.withTenant(delivery.merchantId, (tx) => takeTry(tx, due));
  if (!isOurs) return undefined;
  const tried = { ...delivery, tries: due.tries + 1 };
  const sent = await send(app, tried, signal);
  await settle(app, tried, sent, due.snoozed);
  return sent;
}

/** Nobody is called: an account that was silent every time so far would only keep others waiting. */
async function tryInVain(app: DeliveringApp, delivery: Delivery, due: DueRow): Promise<void> {
  const isOurs = await app.tenancy.withTenant(delivery.merchantId, (tx) => takeTry(tx, due));
  if (!isOurs) return;
  const failed = { message: due.last_error ?? SILENT, status: due.last_status, retryable: true };
  await settle(app, { ...delivery, tries: due.tries + 1 }, { failed });
}

async function putOffUntried(
  { tenancy, deliveryRules }: Pick<App, 'tenancy' | 'deliveryRules'>,
  merchantId: string,
  due: DueRow,
): Promise<void> {
  const delayMs = snoozeDelayMs(due.snoozed, deliveryRules);
  await tenancy.withTenant(merchantId, (tx) => snooze(tx, due, delayMs));
}

function lanesOf({ provider }: DueRow): number {
  if (provider === null) return WEBHOOK_LANES;
  return Math.max(1, providerOf(provider).limits.connections - LANES_FOR_REQUESTS);
}

/** Any answer says that somebody is there, also one that refuses. */
function resultOf(sent: SendResult | undefined): CallResult {
  if (!sent || 'postponed' in sent) return 'unheard';
  if ('delivered' in sent) return 'answered';
  const { isInternal, retryable, status } = sent.failed;
  if (isInternal) return 'unheard';
  return retryable && (status === null || status >= 500) ? 'silent' : 'answered';
}

function deliveryOf(merchantId: string, due: DueRow): Delivery {
  return {
    merchantId,
    id: due.id,
    integrationConfigId: due.integration_config_id,
    webhookEndpointId: due.webhook_endpoint_id,
    event: due.event,
    subjectId: due.subject_id,
    customerId: due.customer_id,
    bulkSyncId: due.bulk_sync_id,
    tries: due.tries,
    occurredAt: due.occurred_at,
    body: due.body,
  };
}
