import type { TaskList } from 'graphile-worker';
import { sendPasswordLink } from '../auth/send-password-link.ts';
import { startPasswordReset } from '../auth/start-password-reset.ts';
import type { App } from '../context.ts';
import { recheckDomains } from '../domains/recheck-domains.ts';
import { sendDomainWarning } from '../domains/send-domain-warning.ts';
import { foldOpenFigures } from '../figures/fold-open-figures.ts';
import { mendFigures } from '../figures/mend-figures.ts';
import { recordLedgerVerification } from '../ledger/record-ledger-verification.ts';
import { settleDueCustomers } from '../ledger/settle-due-customers.ts';
import type { JobPayload } from './enqueue-job.ts';

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
