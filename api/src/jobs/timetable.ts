const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What runs by the clock. `latest` is the newest time of the timetable that is not after the given one. */
export const TIMETABLE: { task: string; latest: (now: Date) => Date }[] = [
  // Each minute it is midnight somewhere, or an expiry was set while the process stood still.
  { task: 'settle-due-customers', latest: (now) => every(MINUTE_MS, now) },
  // Each domain has its own time of the day.
  { task: 'recheck-domains', latest: (now) => every(10 * MINUTE_MS, now) },
  // Reads fold for themselves; this is for merchants nobody looks at, and builds figures that are older than their tables.
  { task: 'apply-rollups', latest: (now) => every(MINUTE_MS, now) },
  { task: 'sweep-deliveries', latest: (now) => every(MINUTE_MS, now) },
  // What strangers make grow: the log of failed logins, and counts where no Redis is.
  { task: 'delete-old-attempts', latest: (now) => every(10 * MINUTE_MS, now) },
  { task: 'remove-expired-email-links', latest: (now) => every(60 * MINUTE_MS, now) },
  { task: 'verify-moved', latest: (now) => every(60 * MINUTE_MS, now) },
  { task: 'verify-ledger', latest: (now) => daily(now, { hour: 4, minute: 10 }) },
  // After the ledger, whose rows are what figures count.
  { task: 'verify-rollups', latest: (now) => daily(now, { hour: 4, minute: 40 }) },
  { task: 'delete-old-traces', latest: (now) => daily(now, { hour: 5, minute: 10 }) },
];

function every(periodMs: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / periodMs) * periodMs);
}

/** In UTC, which has no days of 23 or 25 hours. */
function daily(now: Date, at: { hour: number; minute: number }): Date {
  const offset = (at.hour * 60 + at.minute) * MINUTE_MS;
  return new Date(Math.floor((now.getTime() - offset) / DAY_MS) * DAY_MS + offset);
}
