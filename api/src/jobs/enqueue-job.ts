import type { DomainWarning } from '../domains/judge-domain-check.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertJob } from './jobs.sql.ts';

/**
 * What the jobs that something causes are told. Ids where there are any, never a secret: a payload lies in the
 * database in plain text until its job is done.
 */
interface JobPayloads {
  'send-password-link': { merchantId: string; linkId: string };
  'reset-password': { email: string };
  'send-domain-warning': { merchantId: string; employeeId: string; domain: string; warning: DomainWarning };
  /** Look at a delivery. Those that a row of deliveries causes are made by a trigger. */
  deliver: { merchantId: string; deliveryId: string };
  'answer-provider-request': { merchantId: string; requestId: string };
  'feed-bulk-sync': { merchantId: string; bulkSyncId: string };
}

export type CausedJob = keyof JobPayloads;
export type JobPayload<Job extends CausedJob> = JobPayloads[Job];

/** Jobs of one queue run one after another: a mail server that hangs holds up other mails and nothing else. */
const RULES: Record<CausedJob, { queue: string | null; maxAttempts: number; priority?: number }> = {
  'send-password-link': { queue: 'mail', maxAttempts: 8 },
  'reset-password': { queue: null, maxAttempts: 5 },
  'send-domain-warning': { queue: 'mail', maxAttempts: 8 },
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
