import type { TenantTransaction } from '../tenant.ts';
import { insertJob } from './jobs.sql.ts';

/** Which of the mails about a domain whose record has vanished. */
export type DomainWarning = 'first' | 'last' | 'dropped';

/**
 * What the jobs that something causes are told. Ids where there are any, never a secret: a payload lies in the
 * database in plain text until its job is done.
 */
interface JobPayloads {
  'mail-password-link': { merchantId: string; linkId: string };
  'reset-password': { email: string };
  'warn-of-tried-account': { email: string };
  'send-email-link': { merchantId: string; linkId: string };
  /** The address itself: it may be the employee's no more when the job runs. */
  'send-email-change-notice': { email: string };
  'send-domain-warning': { merchantId: string; employeeId: string; domain: string; warning: DomainWarning };
  'send-alarms': Record<string, never>;
  /** Look at a delivery. Those that a row of deliveries causes are made by a trigger. */
  deliver: { merchantId: string; deliveryId: string };
  'answer-provider-request': { merchantId: string; requestId: string };
  'feed-bulk-sync': { merchantId: string; bulkSyncId: string };
}

export type CausedJob = keyof JobPayloads;
export type JobPayload<Job extends CausedJob> = JobPayloads[Job];

/** Jobs of one queue run one after another: a mail server that hangs holds up other mails and nothing else. */
const RULES: Record<CausedJob, { queue: string | null; maxAttempts: number; priority?: number }> = {
  'mail-password-link': { queue: 'mail', maxAttempts: 8 },
  'reset-password': { queue: null, maxAttempts: 5 },
  'warn-of-tried-account': { queue: 'mail', maxAttempts: 8 },
  'send-email-link': { queue: 'mail', maxAttempts: 8 },
  'send-email-change-notice': { queue: 'mail', maxAttempts: 8 },
  'send-domain-warning': { queue: 'mail', maxAttempts: 8 },
  'send-alarms': { queue: 'mail', maxAttempts: 25 },
  deliver: { queue: null, maxAttempts: 25, priority: 5 },
  'answer-provider-request': { queue: null, maxAttempts: 5 },
  // For a database that is away; what the provider does not take is counted elsewhere.
  'feed-bulk-sync': { queue: null, maxAttempts: 25, priority: 5 },
};

/**
 * Has the job done soon, or after a while. In a transaction it exists once that commits, and never if it does not. Of the
 * jobs with one key only the newest waits.
 */
export async function enqueueJob<Job extends CausedJob>(
  where: Pick<TenantTransaction, 'query'>,
  job: Job,
  payload: JobPayload<Job>,
  { runAfterMs = 0, key }: { runAfterMs?: number; key?: string } = {},
): Promise<void> {
  await insertJob(where, { task: job, payload, runAfterMs, key, ...RULES[job] });
}
