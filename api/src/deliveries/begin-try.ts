import { enqueueJob, type JobPayload } from '../jobs/enqueue-job.ts';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { AccountGate, CallResult } from './account-gate.ts';
import { type DueRow, findDue, snooze, spendTry, takeTry } from './deliveries.sql.ts';
import { type Delivery, DeliveryFailure, MAX_TRIES, type PreparedCall } from './delivery.ts';
import type { DeliveryLocks, Release } from './delivery-locks.ts';
import { retryDelayMs, snoozeDelayMs } from './next-try.ts';
import { type DeliveringApp, type Receivers, receiverOf } from './receivers.ts';
import { type Failed, INTERNAL_FAILURE } from './send.ts';

/** What holds calls back, shared by all that a process makes. */
export interface DeliveryLimits {
  locks: DeliveryLocks;
  gate: AccountGate;
}

/** A try that nobody else makes, counted, with all that it takes. */
export interface BegunTry {
  /** `tries` counts this one. */
  delivery: Delivery;
  snoozed: number;
  /** What is left to do; or how it ended before anybody was called. */
  ready: PreparedCall | { failed: Failed };
  /** Has to be called once the try's end is written down. */
  leave(result: CallResult): Promise<void>;
}

const INTERRUPTED: Failed = { message: 'O envio foi interrompido.', status: null, retryable: false };
const SILENT = 'Sem resposta.';

/**
 * Begins a try of a delivery that is due, in one transaction: a place among the calls under way is taken, everything the
 * call takes is read, and the try is counted. Undefined where there is none now; the delivery then has another job, if it
 * needs one.
 */
export async function beginTry(
  app: DeliveringApp,
  limits: DeliveryLimits,
  job: JobPayload<'deliver'>,
): Promise<BegunTry | undefined> {
  try {
    return await begin(app, limits, job, prepare);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    app.log.error({ err: error, ...job }, 'a delivery could not be prepared');
    // That costs a try like any other failure, or it would be begun for ever.
    return await begin(app, limits, job, async () => ({ failed: INTERNAL_FAILURE }));
  }
}

type Prepare = (app: DeliveringApp, tx: TenantTransaction, delivery: Delivery) => Promise<BegunTry['ready']>;

async function begin(
  app: DeliveringApp,
  limits: DeliveryLimits,
  job: JobPayload<'deliver'>,
  prepareReady: Prepare,
): Promise<BegunTry | undefined> {
  let leave: BegunTry['leave'] | undefined;
  let begun: BegunTry | undefined;
  try {
    begun = await app.tenancy.withTenant(job.merchantId, async (tx) => {
      const due = await findDue(tx, job.deliveryId);
      if (!due) return undefined;
      const place = await takePlace(limits, app.receivers, due);
      if (typeof place === 'string') {
        await putOffUntried(app, tx, due, place);
        return undefined;
      }
      ({ leave } = place);
      const delivery = deliveryOf(tx.merchantId, due);
      if (due.tries >= MAX_TRIES)
        return (await isInterrupted(tx, due))
          ? { delivery, snoozed: 0, ready: { failed: INTERRUPTED }, leave }
          : undefined;
      const ready = place.mayCall ? await prepareReady(app, tx, delivery) : { failed: silent(due) };
      const isOurs = await takeTry(tx, due, 'body' in ready ? (ready.body ?? null) : null);
      if (!isOurs) return undefined;
      return { delivery: { ...delivery, tries: due.tries + 1 }, snoozed: due.snoozed, ready, leave };
    });
  } finally {
    if (!begun) await leave?.('unheard');
  }
  return begun;
}

/** Its last try was begun, and whoever made it has neither written down how it ended nor given it back. */
async function isInterrupted(tx: TenantTransaction, due: DueRow): Promise<boolean> {
  // Read anew: it is locked only now.
  return (await findDue(tx, due.id))?.tries === MAX_TRIES;
}

interface Place {
  /** Not for the last try of a silent account, which ends the delivery, nor where there is none left. */
  mayCall: boolean;
  leave: BegunTry['leave'];
}

async function takePlace(
  { locks, gate }: DeliveryLimits,
  receivers: Receivers,
  due: DueRow,
): Promise<Place | Untried> {
  const account = due.integration_config_id ?? due.webhook_endpoint_id ?? '';
  const entry = due.tries >= MAX_TRIES ? 'closed' : gate.enter(account);
  if (entry === 'busy' || entry === 'failing') return entry;
  // Should somebody be making a try at this moment, theirs counts all the same: nobody has to be asked.
  if (entry === 'closed' && due.tries + 1 < MAX_TRIES) return 'silent';
  let release: Release | undefined;
  try {
    const locked = await locks.take(
      due.id,
      entry === 'entered' ? { account, count: lanesOf(receivers, due) } : undefined,
    );
    if (typeof locked === 'string') return locked;
    release = locked;
  } finally {
    if (!release && entry === 'entered') gate.leave(account, 'unheard');
  }
  const unlock = release;
  return {
    mayCall: entry === 'entered',
    async leave(result) {
      if (entry === 'entered') gate.leave(account, result);
      await unlock();
    },
  };
}

/**
 * Why a delivery is not tried now: somebody else makes it; its account has enough to do; fails, like others; or was silent
 * so often that a call would only keep others waiting.
 */
type Untried = 'held' | 'busy' | 'failing' | 'silent';

async function putOffUntried(
  { deliveryRules }: DeliveringApp,
  tx: TenantTransaction,
  due: DueRow,
  why: Untried,
): Promise<void> {
  if (why === 'held') {
    // Whoever has it may only be about to let it go. The row is left as it is: they have read it.
    const job = { merchantId: tx.merchantId, deliveryId: due.id };
    await enqueueJob(tx, 'deliver', job, { runAfterMs: deliveryRules.snoozeBaseMs });
    return;
  }
  if (why === 'silent') {
    const delayMs = retryDelayMs(due.tries + 1, undefined, deliveryRules);
    await spendTry(tx, due, { delayMs, message: due.last_error ?? SILENT });
    return;
  }
  await snooze(tx, due, snoozeDelayMs(due.snoozed, deliveryRules, { isFailing: why === 'failing' }));
}

async function prepare(
  app: DeliveringApp,
  tx: TenantTransaction,
  delivery: Delivery,
): Promise<BegunTry['ready']> {
  try {
    return await receiverOf(app.receivers, delivery).prepare(app, tx, delivery);
  } catch (error) {
    if (error instanceof DeliveryFailure) return { failed: error };
    throw error;
  }
}

const silent = (due: DueRow): Failed => ({
  message: due.last_error ?? SILENT,
  status: due.last_status,
  retryable: true,
});

const lanesOf = (receivers: Receivers, due: DueRow) =>
  receiverOf(receivers, { webhookEndpointId: due.webhook_endpoint_id }).lanes(due.provider);

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
