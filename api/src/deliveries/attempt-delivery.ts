import { enqueueJob, type JobPayload } from '../jobs/enqueue-job.ts';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  callNextDeferred,
  claimAttempt,
  type DueRow,
  deferClaimed,
  deferDue,
  endDelivery,
  findDue,
  scheduleRetry,
  skipAttempt,
} from './deliveries.sql.ts';
import {
  type AttemptOutcome,
  type Contacted,
  type Delivery,
  type DeliveryEnd,
  type Failure,
  MAX_ATTEMPTS,
} from './delivery.ts';
import {
  type CallResult,
  claimSlot,
  claimSlotWithoutCall,
  type DeliveryLimits,
  type NoSlot,
  type Slot,
} from './delivery-limits.ts';
import { deferDelayMs, retryDelayMs } from './delivery-rules.ts';
import { type DeliveringApp, receiverOf } from './receivers.ts';

const INTERNAL_FAILURE: Failure = {
  message: 'Erro interno',
  status: null,
  retryable: true,
  isInternal: true,
};
const INTERRUPTED: Failure = { message: 'O envio foi interrompido.', status: null, retryable: false };
const SILENT = 'Sem resposta.';

/**
 * Makes one attempt of a delivery that is due: claims it, has its receiver called, records the outcome. No
 * transaction is open during the call. A process that is killed meanwhile has used the attempt up, and the
 * job runs again elsewhere. `signal` stops waiting for the receiver. The result of that call is then unknown,
 * and the next attempt sends it again.
 */
export async function attemptDelivery(
  app: DeliveringApp,
  limits: DeliveryLimits,
  job: JobPayload<'deliver'>,
  signal?: AbortSignal,
): Promise<void> {
  let slot: Slot | undefined;
  let result: CallResult = 'skipped';
  try {
    const claimed = await app.tenancy.withTenant(job.merchantId, async (tx) => {
      const due = await findDue(tx, job.deliveryId);
      if (!due) return undefined;
      const found = await slotFor(app, limits, due);
      if (typeof found === 'string') return await defer(app, tx, due, found);
      slot = found;
      return await claim(app, tx, due, slot);
    });
    if (!claimed) return;
    const outcome = await callReceiver(app, claimed, signal);
    result = resultOf(outcome);
    await app.tenancy.withTenant(job.merchantId, async (tx) => {
      await recordOutcome(app, tx, claimed, outcome);
      // The slot is free as soon as this worker asks for its next job.
      if (result === 'answered') await callNextDeferred(tx, accountOf(claimed));
    });
  } finally {
    await slot?.free(result);
  }
}

async function slotFor(
  { receivers }: DeliveringApp,
  limits: DeliveryLimits,
  due: DueRow,
): Promise<Slot | NoSlot> {
  if (due.attempts >= MAX_ATTEMPTS) return await claimSlotWithoutCall(limits, due.id);
  const receiver = receiverOf(receivers, { webhookEndpointId: due.webhook_endpoint_id });
  const account = due.integration_config_id ?? due.webhook_endpoint_id ?? '';
  return await claimSlot(limits, due.id, { account, count: receiver.slots(due.provider) });
}

const accountOf = ({ integrationConfigId, webhookEndpointId }: Delivery) =>
  integrationConfigId ?? webhookEndpointId ?? '';

/** Comes back later without an attempt. */
async function defer(
  { deliveryRules }: DeliveringApp,
  tx: TenantTransaction,
  due: DueRow,
  why: NoSlot,
): Promise<undefined> {
  if (why === 'held') {
    // The row stays as it is, or the claim of the worker that holds the lock would find it changed.
    const job = { merchantId: tx.merchantId, deliveryId: due.id };
    await enqueueJob(tx, 'deliver', job, { runAfterMs: deliveryRules.deferBaseMs });
    return;
  }
  const isFailing = why === 'failing';
  await deferDue(tx, due, deferDelayMs(due.deferrals, deliveryRules, { isFailing }));
}

/**
 * Counts the attempt. Returns the delivery if its receiver is to be called; otherwise records the outcome
 * here.
 */
async function claim(
  app: DeliveringApp,
  tx: TenantTransaction,
  due: DueRow,
  { mayCall }: Slot,
): Promise<Delivery | undefined> {
  if (due.attempts >= MAX_ATTEMPTS) return await endInterrupted(app, tx, due);
  const attempts = due.attempts + 1;
  if (!mayCall && attempts < MAX_ATTEMPTS) {
    const delayMs = retryDelayMs(attempts, undefined, app.deliveryRules);
    await skipAttempt(tx, due, { delayMs, message: SILENT });
    return undefined;
  }
  if (!(await claimAttempt(tx, due))) return undefined;
  const delivery = { ...deliveryOf(tx.merchantId, due), attempts };
  if (mayCall) return delivery;
  const silent = { message: due.last_error ?? SILENT, status: due.last_status, retryable: true };
  await recordOutcome(app, tx, delivery, { failed: silent });
  return undefined;
}

/** Ends a delivery whose last attempt was claimed by a process that died before it recorded the outcome. */
async function endInterrupted(app: DeliveringApp, tx: TenantTransaction, due: DueRow): Promise<undefined> {
  // Read again now that its lock is held: until then the attempt could still be recorded or deferred.
  const latest = await findDue(tx, due.id);
  if (latest?.attempts !== MAX_ATTEMPTS) return;
  await recordOutcome(app, tx, deliveryOf(tx.merchantId, latest), { failed: INTERRUPTED });
}

/**
 * Throws if this process cannot go on, because it stops or its database is unavailable: the job runs again.
 */
async function callReceiver(
  app: DeliveringApp,
  delivery: Delivery,
  signal: AbortSignal | undefined,
): Promise<AttemptOutcome> {
  try {
    return await unlessStopped(receiverOf(app.receivers, delivery).attempt(app, delivery), signal);
  } catch (error) {
    if (signal?.aborted || isDatabaseUnavailable(error)) throw error;
    const { merchantId, id } = delivery;
    app.log.error({ err: error, merchantId, deliveryId: id }, 'a delivery could not be made');
    return { failed: INTERNAL_FAILURE };
  }
}

/**
 * Records how an attempt ended: the end of its delivery, or when the next attempt is due. Changes nothing if
 * the delivery has ended, or a later attempt was claimed, in the meantime.
 */
export async function recordOutcome(
  app: Pick<DeliveringApp, 'deliveryRules' | 'receivers'>,
  tx: TenantTransaction,
  delivery: Delivery,
  outcome: AttemptOutcome,
): Promise<void> {
  const { id, attempts, deferrals } = delivery;
  const { deliveryRules } = app;
  if ('deferred' in outcome)
    return await deferClaimed(tx, {
      id,
      attempts,
      deferrals: deferrals + 1,
      delayMs: deferDelayMs(deferrals, deliveryRules),
    });
  const { contacted } = outcome;
  if ('delivered' in outcome)
    return await end(app, tx, delivery, { state: 'delivered', ...outcome.delivered }, contacted);
  const { message, status, retryable, retryAfterSeconds } = outcome.failed;
  if (!retryable || attempts >= MAX_ATTEMPTS)
    return await end(app, tx, delivery, { state: 'failed', status, message }, contacted);
  const delayMs = retryDelayMs(attempts, retryAfterSeconds, deliveryRules);
  await scheduleRetry(tx, { id, attempts, delayMs, status, message });
}

async function end(
  { receivers }: Pick<DeliveringApp, 'receivers'>,
  tx: TenantTransaction,
  delivery: Delivery,
  how: DeliveryEnd,
  contacted: Contacted | undefined,
): Promise<void> {
  const isFirst = await endDelivery(tx, {
    id: delivery.id,
    state: how.state,
    status: how.status,
    message: how.state === 'failed' ? how.message : null,
  });
  if (isFirst) await receiverOf(receivers, delivery).recordEnd?.(tx, delivery, how, contacted);
}

/** Any answer shows that the account is reachable, also a refusal. */
function resultOf(outcome: AttemptOutcome): CallResult {
  if ('deferred' in outcome) return 'skipped';
  if ('delivered' in outcome) return 'answered';
  const { isInternal, retryable, status } = outcome.failed;
  if (isInternal) return 'skipped';
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
    attempts: due.attempts,
    deferrals: due.deferrals,
    occurredAt: due.occurred_at,
    body: due.body,
  };
}

/**
 * Rejects when the process stops. The work itself goes on, for ten seconds at most, and its result is
 * discarded.
 */
async function unlessStopped<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return await work;
  let stop = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new DOMException('the process is stopping', 'AbortError'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
