import type { TenantTransaction } from '../tenant.ts';
import { insertJob } from './jobs.sql.ts';

/** Which mail about a domain whose DNS record is gone. */
export type DomainWarning = 'first' | 'last' | 'dropped';

/** Why the owners are mailed about a request for data. */
export type DataRequestOccasion = 'arrived' | 'due';

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
  'send-security-notice': { merchantId: string; noticeId: string };
  /** The address itself: a former one is of no row of employees. */
  'mail-factor-reset': { merchantId: string; employeeId: string; email: string; step: 'asked' | 'done' };
  'send-customer-code': { merchantId: string; codeId: string };
  'send-domain-warning': { merchantId: string; employeeId: string; domain: string; warning: DomainWarning };
  'announce-data-request': { merchantId: string; dataRequestId: string; occasion: DataRequestOccasion };
  'mail-data-request': {
    merchantId: string;
    dataRequestId: string;
    employeeId: string;
    occasion: DataRequestOccasion;
  };
  /** The address itself, because an erased record has none. */
  'mail-erased-person': { merchantId: string; email: string };
  'mail-replaced-email': { merchantId: string; email: string };
  'send-alarms': Record<string, never>;
  /** Attempts a delivery. A trigger enqueues it for new and postponed rows of deliveries. */
  deliver: { merchantId: string; deliveryId: string };
  'answer-provider-request': { merchantId: string; requestId: string };
  'feed-bulk-sync': { merchantId: string; bulkSyncId: string };
  'sweep-erasures': { merchantId: string };
  'mail-inactivity-notice': { merchantId: string; customerId: string };
  'mail-alerts': { merchantId: string; employeeId: string };
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
  'send-security-notice': { queue: 'mail', maxAttempts: 8 },
  'mail-factor-reset': { queue: 'mail', maxAttempts: 8 },
  // It lives ten minutes: after the third attempt it is of no use.
  'send-customer-code': { queue: 'mail', maxAttempts: 3 },
  'send-domain-warning': { queue: 'mail', maxAttempts: 8 },
  'announce-data-request': { queue: null, maxAttempts: 25 },
  // After the codes that customers wait for, because anybody may cause hundreds of requests.
  'mail-data-request': { queue: 'mail', maxAttempts: 8, priority: 5 },
  'mail-erased-person': { queue: 'mail', maxAttempts: 8 },
  'mail-replaced-email': { queue: 'mail', maxAttempts: 8 },
  'send-alarms': { queue: 'mail', maxAttempts: 25 },
  deliver: { queue: null, maxAttempts: 25, priority: 5 },
  'answer-provider-request': { queue: null, maxAttempts: 5 },
  // For an unreachable database; rejections by the provider are counted elsewhere.
  'feed-bulk-sync': { queue: null, maxAttempts: 25, priority: 5 },
  // One at a time: erasures by retention must not hold up the ledger's jobs.
  'sweep-erasures': { queue: 'sweep', maxAttempts: 25, priority: 5 },
  // After the other mails, because no person waits for it. Retried for days, because an erasure follows.
  'mail-inactivity-notice': { queue: 'mail', maxAttempts: 25, priority: 5 },
  'mail-alerts': { queue: 'mail', maxAttempts: 8, priority: 5 },
};

/**
 * Enqueues the job, to run at once or after `runAfterMs`. In a transaction it exists only if that commits. A
 * waiting job with the same `key` is replaced; `keepsTime` keeps the time at which that one was due. `queue`
 * takes the place of the job's own queue.
 */
export async function enqueueJob<Job extends CausedJob>(
  where: Pick<TenantTransaction, 'query'>,
  job: Job,
  payload: JobPayload<Job>,
  {
    runAfterMs = 0,
    key,
    keepsTime = false,
    queue = RULES[job].queue,
  }: { runAfterMs?: number; key?: string | undefined; keepsTime?: boolean; queue?: string | null } = {},
): Promise<void> {
  await insertJob(where, { task: job, payload, runAfterMs, key, keepsTime, ...RULES[job], queue });
}
