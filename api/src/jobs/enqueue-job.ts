import type { TenantTransaction } from '../tenant.ts';
import { insertJob } from './jobs.sql.ts';

/** Which mail about a domain whose DNS record is gone. */
export type DomainWarning = 'first' | 'last' | 'dropped';

/**
 * Payloads by job. Ids where possible, never a secret: the database stores payloads in plain text until the
 * job is done.
 */
interface JobPayloads {
  'mail-password-link': { merchantId: string; linkId: string };
  'reset-password': { email: string };
  'warn-of-tried-account': { email: string };
  'send-email-link': { merchantId: string; linkId: string };
  /** The address itself: the account may have another one when the job runs. */
  'send-email-change-notice': { email: string };
  'send-domain-warning': { merchantId: string; employeeId: string; domain: string; warning: DomainWarning };
  'send-alarms': Record<string, never>;
  /** Attempts a delivery. A trigger enqueues it for new and postponed rows of deliveries. */
  deliver: { merchantId: string; deliveryId: string };
  'answer-provider-request': { merchantId: string; requestId: string };
  'feed-bulk-sync': { merchantId: string; bulkSyncId: string };
}

export type CausedJob = keyof JobPayloads;
export type JobPayload<Job extends CausedJob> = JobPayloads[Job];

/** Jobs of one queue run one at a time: a mail server that hangs delays mails only. */
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
  // For an unreachable database; rejections by the provider are counted elsewhere.
  'feed-bulk-sync': { queue: null, maxAttempts: 25, priority: 5 },
};

/**
 * Enqueues the job, to run at once or after `runAfterMs`. In a transaction it exists only if that commits. A
 * waiting job with the same `key` is replaced.
 */
export async function enqueueJob<Job extends CausedJob>(
  where: Pick<TenantTransaction, 'query'>,
  job: Job,
  payload: JobPayload<Job>,
  { runAfterMs = 0, key }: { runAfterMs?: number; key?: string } = {},
): Promise<void> {
  await insertJob(where, { task: job, payload, runAfterMs, key, ...RULES[job] });
}
