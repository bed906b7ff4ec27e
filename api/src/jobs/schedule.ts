const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Recurring tasks. `latest` returns the newest scheduled time that is not after `now`. Jobs of one queue run
 * one at a time.
 */
export const SCHEDULE: { task: string; queue?: string; latest: (now: Date) => Date }[] = [
  // Customers fall due at midnight of any time zone, and while no process runs.
  { task: 'settle-due-customers', latest: (now) => every(MINUTE_MS, now) },
  // Each domain has its own time of the day.
  { task: 'recheck-domains', latest: (now) => every(10 * MINUTE_MS, now) },
  // Reads apply changes themselves; this is for merchants without readers, and for rollups that are missing.
  { task: 'apply-rollups', latest: (now) => every(MINUTE_MS, now) },
  { task: 'sweep-deliveries', latest: (now) => every(MINUTE_MS, now) },
  // Strangers can make these tables grow: failed logins, and counts of calls where there is no Redis.
  { task: 'delete-old-attempts', latest: (now) => every(10 * MINUTE_MS, now) },
  // Often, so that a batch is small. In the queue of sweeps, so that a worker is left for other jobs.
  { task: 'apply-retention', queue: 'sweep', latest: (now) => every(60 * MINUTE_MS, now) },
  // In a queue of its own: a run that takes longer delays the next one, and no other job.
  { task: 'watch-movements', queue: 'watch', latest: (now) => every(60 * MINUTE_MS, now) },
  // Each merchant has a morning of its own.
  { task: 'announce-alerts', latest: (now) => every(10 * MINUTE_MS, now) },
  { task: 'verify-moved', latest: (now) => every(60 * MINUTE_MS, now) },
  { task: 'verify-ledger', latest: (now) => daily(now, { hour: 4, minute: 10 }) },
  // After the ledger, whose rows the rollups count.
  { task: 'verify-rollups', latest: (now) => daily(now, { hour: 4, minute: 40 }) },
];

function every(periodMs: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / periodMs) * periodMs);
}

/** In UTC, which has no days of 23 or 25 hours. */
function daily(now: Date, at: { hour: number; minute: number }): Date {
  const offset = (at.hour * 60 + at.minute) * MINUTE_MS;
  return new Date(Math.floor((now.getTime() - offset) / DAY_MS) * DAY_MS + offset);
}
