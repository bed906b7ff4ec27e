import type { TaskList } from 'graphile-worker';
import { sendPasswordLink } from '../auth/send-password-link.ts';
import { startPasswordReset } from '../auth/start-password-reset.ts';
import type { App } from '../context.ts';
import { type DeliveryLimits, LANES_FOR_REQUESTS } from '../deliveries/begin-try.ts';
import { deliver } from '../deliveries/deliver.ts';
import { sweepDeliveries } from '../deliveries/sweep-deliveries.ts';
import { recheckDomains } from '../domains/recheck-domains.ts';
import { sendDomainWarning } from '../domains/send-domain-warning.ts';
import { foldOpenFigures } from '../figures/fold-open-figures.ts';
import { mendFigures } from '../figures/mend-figures.ts';
import { answerProviderRequest } from '../integrations/answer-provider-request.ts';
import { feedBulkSync } from '../integrations/feed-bulk-sync.ts';
import { recordLedgerVerification } from '../ledger/record-ledger-verification.ts';
import { settleDueCustomers } from '../ledger/settle-due-customers.ts';
import { enqueueJob, type JobPayload } from './enqueue-job.ts';

/** What a job may be, by name. Each is a use case, and ends soon after its signal says so: it will run again. */
export function createTasks(app: App): TaskList {
  return {
    'settle-due-customers': async (_payload, { abortSignal }) => {
      const settled = await settleDueCustomers(app, abortSignal);
      if (settled.customers > 0) app.log.info(settled, 'customers were settled');
    },
    'fold-figures': async (_payload, { abortSignal }) => {
      await foldOpenFigures(app, abortSignal);
    },
    'sweep-deliveries': async (_payload, { abortSignal }) => {
      const swept = await sweepDeliveries(app, abortSignal);
      if (swept.overdue > 0) app.log.info(swept, 'deliveries that were long due were enqueued again');
    },
    'verify-ledger': async (_payload, { abortSignal }) => {
      await recordLedgerVerification(app, abortSignal);
    },
    'verify-figures': async (_payload, { abortSignal }) => {
      await mendFigures(app, abortSignal);
    },
    'recheck-domains': async (_payload, { abortSignal }) => {
      const rechecked = await recheckDomains(app, abortSignal);
      if (rechecked.checked > 0) app.log.info(rechecked, 'domains were checked again');
    },
    'reset-password': async (payload) => {
      await startPasswordReset(app, payload as JobPayload<'reset-password'>);
    },
    'send-domain-warning': async (payload) => {
      await sendDomainWarning(app, payload as JobPayload<'send-domain-warning'>);
    },
    'send-password-link': async (payload) => {
      await sendPasswordLink(app, payload as JobPayload<'send-password-link'>);
    },
  };
}

/** The jobs that wait for servers of others. */
export function createOutboundTasks(app: App, limits: DeliveryLimits): TaskList {
  return {
    deliver: async (payload, { abortSignal }) => {
      await deliver(app, limits, payload as JobPayload<'deliver'>, abortSignal);
    },
    'answer-provider-request': async (payload) => {
      await answerInTurn(app, limits, payload as JobPayload<'answer-provider-request'>);
    },
    'feed-bulk-sync': async (payload) => {
      await feedBulkSync(app, payload as JobPayload<'feed-bulk-sync'>);
    },
  };
}

/**
 * A merchant's one after the other, over all processes, on the connection that deliveries leave to them: whoever asks again
 * and again of a provider that hangs takes no more of its connections, and no more workers.
 */
async function answerInTurn(
  app: App,
  { locks }: DeliveryLimits,
  asked: JobPayload<'answer-provider-request'>,
): Promise<void> {
  const asking = { account: `requests:${asked.merchantId}`, count: LANES_FOR_REQUESTS };
  const turn = await locks.take(asked.requestId, asking);
  if (typeof turn === 'string') {
    await app.tenancy.withTenant(asked.merchantId, (tx) =>
      enqueueJob(tx, 'answer-provider-request', asked, { runAfterMs: app.deliveryRules.snoozeBaseMs }),
    );
    return;
  }
  try {
    await answerProviderRequest(app, asked);
  } finally {
    await turn();
  }
}
