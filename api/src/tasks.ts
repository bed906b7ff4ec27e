import type { Task, TaskList } from 'graphile-worker';
import { announceAlerts } from './alerts/announce-alerts.ts';
import { mailAlerts } from './alerts/mail-alerts.ts';
import { watchMovements } from './alerts/watch-movements.ts';
import { deleteOldFailedLogins } from './auth/failed-logins.ts';
import { mailFactorReset } from './auth/mail-factor-reset.ts';
import { sendEmailChangeNotice } from './auth/send-email-change-notice.ts';
import { sendEmailLink } from './auth/send-email-link.ts';
import { sendPasswordLink } from './auth/send-password-link.ts';
import { sendSecurityNotice } from './auth/send-security-notice.ts';
import { startPasswordReset } from './auth/start-password-reset.ts';
import { warnOfTriedAccount } from './auth/warn-of-tried-account.ts';
import type { App } from './context.ts';
import { mailReplacedEmail } from './customers/mail-replaced-email.ts';
import { sweepErasures } from './customers/sweep-erasures.ts';
import { announceDataRequest } from './data-requests/announce-data-request.ts';
import { mailErasedPerson } from './data-requests/mail-erased-person.ts';
import { sendDataRequestMail } from './data-requests/send-data-request-mail.ts';
import { attemptDelivery } from './deliveries/attempt-delivery.ts';
import type { DeliveryLimits } from './deliveries/delivery-limits.ts';
import { sweepDeliveries } from './deliveries/sweep-deliveries.ts';
import { DELIVERY_RECEIVERS } from './delivery-receivers.ts';
import { recheckDomains } from './domains/recheck-domains.ts';
import { sendDomainWarning } from './domains/send-domain-warning.ts';
import { mailNotice } from './inactivity/mail-notice.ts';
import { answerProviderRequest } from './integrations/answer-provider-request.ts';
import { feedBulkSync } from './integrations/feed-bulk-sync.ts';
import { SLOTS_FOR_REQUESTS } from './integrations/providers.ts';
import { sweepIntegrations } from './integrations/sweep-integrations.ts';
import { enqueueJob, type JobPayload } from './jobs/enqueue-job.ts';
import { recordLedgerVerification } from './ledger/record-ledger-verification.ts';
import { sendAlarms } from './ledger/send-alarms.ts';
import { settleDueCustomers } from './ledger/settle-due-customers.ts';
import { deletePastCounts } from './limits/shared-counts.ts';
import { sendCustomerCode } from './proof/send-customer-code.ts';
import { applyRetention } from './retention/apply-retention.ts';
import { applyDueChanges } from './rollups/apply-due-changes.ts';
import { rebuildWrongRollups } from './rollups/rebuild-wrong-rollups.ts';

/** The jobs by name. Each runs a use case and ends soon after its abort signal; it will run again. */
export function createTasks(app: App): TaskList {
  const mailPasswordLink: Task = async (payload) => {
    await sendPasswordLink(app, payload as JobPayload<'mail-password-link'>);
  };
  return {
    'settle-due-customers': async (_payload, { abortSignal }) => {
      const settled = await settleDueCustomers(app, abortSignal);
      if (settled.customers > 0) app.log.info(settled, 'customers were settled');
    },
    'apply-rollups': async (_payload, { abortSignal }) => {
      await applyDueChanges(app, abortSignal);
    },
    'sweep-deliveries': async (_payload, { abortSignal }) => {
      const swept = await sweepDeliveries(app, abortSignal);
      await sweepIntegrations(app, abortSignal);
      if (swept.overdue > 0) app.log.info(swept, 'deliveries that were long due were enqueued again');
    },
    'verify-ledger': async (_payload, { abortSignal }) => {
      await recordLedgerVerification(app, 'all', abortSignal);
    },
    'verify-moved': async (_payload, { abortSignal }) => {
      await recordLedgerVerification(app, 'moved', abortSignal);
    },
    'verify-rollups': async (_payload, { abortSignal }) => {
      await rebuildWrongRollups(app, abortSignal);
    },
    'apply-retention': async (_payload, { abortSignal }) => {
      await applyRetention(app, abortSignal);
    },
    'watch-movements': async (_payload, { abortSignal }) => {
      await watchMovements(app, abortSignal);
    },
    'announce-alerts': async (_payload, { abortSignal }) => {
      await announceAlerts(app, abortSignal);
    },
    'mail-alerts': async (payload) => {
      await mailAlerts(app, payload as JobPayload<'mail-alerts'>);
    },
    'delete-old-attempts': async () => {
      await deleteOldFailedLogins(app);
      await deletePastCounts(app);
    },
    'recheck-domains': async (_payload, { abortSignal }) => {
      const rechecked = await recheckDomains(app, abortSignal);
      if (rechecked.checked > 0) app.log.info(rechecked, 'domains were checked again');
    },
    'reset-password': async (payload) => {
      await startPasswordReset(app, payload as JobPayload<'reset-password'>);
    },
    'warn-of-tried-account': async (payload) => {
      await warnOfTriedAccount(app, payload as JobPayload<'warn-of-tried-account'>);
    },
    'send-security-notice': async (payload) => {
      await sendSecurityNotice(app, payload as JobPayload<'send-security-notice'>);
    },
    'mail-factor-reset': async (payload) => {
      await mailFactorReset(app, payload as JobPayload<'mail-factor-reset'>);
    },
    'send-customer-code': async (payload) => {
      await sendCustomerCode(app, payload as JobPayload<'send-customer-code'>);
    },
    'send-domain-warning': async (payload) => {
      await sendDomainWarning(app, payload as JobPayload<'send-domain-warning'>);
    },
    'sweep-erasures': async (payload, { abortSignal }) => {
      await sweepErasures(app, payload as JobPayload<'sweep-erasures'>, { signal: abortSignal });
    },
    'announce-data-request': async (payload) => {
      await announceDataRequest(app, payload as JobPayload<'announce-data-request'>);
    },
    'mail-data-request': async (payload) => {
      await sendDataRequestMail(app, payload as JobPayload<'mail-data-request'>);
    },
    'mail-erased-person': async (payload, { job }) => {
      const isLastAttempt = job.attempts >= job.max_attempts;
      await mailErasedPerson(app, payload as JobPayload<'mail-erased-person'>, { isLastAttempt });
    },
    'mail-replaced-email': async (payload, { job }) => {
      const isLastAttempt = job.attempts >= job.max_attempts;
      await mailReplacedEmail(app, payload as JobPayload<'mail-replaced-email'>, { isLastAttempt });
    },
    'mail-inactivity-notice': async (payload) => {
      await mailNotice(app, payload as JobPayload<'mail-inactivity-notice'>);
    },
    'send-alarms': async () => {
      await sendAlarms(app);
    },
    'send-email-link': async (payload) => {
      await sendEmailLink(app, payload as JobPayload<'send-email-link'>);
    },
    'send-email-change-notice': async (payload) => {
      await sendEmailChangeNotice(app, payload as JobPayload<'send-email-change-notice'>);
    },
    'mail-password-link': mailPasswordLink,
    // An older release enqueues this name. Its workers know no other, because they cannot make the tokens of
    // this release.
    'send-password-link': mailPasswordLink,
  };
}

/** Jobs that call servers outside the product. */
export function createOutboundTasks(app: App, limits: DeliveryLimits): TaskList {
  return {
    deliver: async (payload, { abortSignal }) => {
      await attemptDelivery(
        { ...app, receivers: DELIVERY_RECEIVERS },
        limits,
        payload as JobPayload<'deliver'>,
        abortSignal,
      );
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
 * Answers a merchant's requests one after the other, over all processes, in the slots that deliveries leave
 * to them. Repeated requests to a provider that hangs thus hold up one worker and one of its connections.
 */
async function answerInTurn(
  app: App,
  { locks }: DeliveryLimits,
  job: JobPayload<'answer-provider-request'>,
): Promise<void> {
  const slots = { account: `requests:${job.merchantId}`, count: SLOTS_FOR_REQUESTS };
  const lock = await locks.claim(job.requestId, slots);
  if (typeof lock === 'string') {
    await app.tenancy.withTenant(job.merchantId, (tx) =>
      enqueueJob(tx, 'answer-provider-request', job, { runAfterMs: app.deliveryRules.deferBaseMs }),
    );
    return;
  }
  try {
    await answerProviderRequest(app, job);
  } finally {
    await lock();
  }
}
