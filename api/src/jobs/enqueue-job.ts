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
}

export type CausedJob = keyof JobPayloads;
export type JobPayload<Job extends CausedJob> = JobPayloads[Job];

/** Jobs of one queue run one after another: a mail server that hangs holds up other mails and nothing else. */
const RULES: Record<CausedJob, { queue: string | null; maxAttempts: number }> = {
  'send-password-link': { queue: 'mail', maxAttempts: 8 },
  'reset-password': { queue: null, maxAttempts: 5 },
  'send-domain-warning': { queue: 'mail', maxAttempts: 8 },
};

/** Has the job done soon. In a transaction it exists once that commits, and never if it does not. */
export async function enqueueJob<Job extends CausedJob>(
  where: Pick<TenantTransaction, 'query'>,
  job: Job,
  payload: JobPayload<Job>,
): Promise<void> {
  await insertJob(where, { task: job, payload, ...RULES[job] });
}
