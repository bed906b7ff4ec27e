import type { DomainWarning } from '../jobs/enqueue-job.ts';
import type { Moment } from '../lib/moment.ts';
import type { DomainFinding } from './find-domain-proof.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Grace period of a domain after its record has vanished. */
const GRACE_MS = 30 * DAY_MS;
/** Times at which the owners are warned. */
const FIRST_WARNING_MS = 14 * DAY_MS;
const LAST_WARNING_MS = 28 * DAY_MS;
/**
 * Least time between the last warning and the drop, even if the warning came late because checks paused for
 * weeks.
 */
const AFTER_LAST_WARNING_MS = 2 * DAY_MS;

export type DomainStatus = 'waiting' | 'verified' | 'failed';

export interface DomainStanding {
  status: DomainStatus;
  missingSince: Moment | null;
  warnedAt: Moment | null;
}

export interface DomainJudgment extends DomainStanding {
  /** The change to a verified domain; null if there is none. */
  event: 'missing' | 'found' | 'dropped' | null;
  /** The warning to send to its owners. */
  warning: DomainWarning | null;
}

/**
 * Returns true if the DNS answered and the record is not there, whatever stands in its place. 'unavailable'
 * is no evidence.
 */
export function isDefinitelyGone(finding: DomainFinding): boolean {
  return finding.kind !== 'proved' && finding.kind !== 'unavailable';
}

/** The moment at which a domain with a missing record stops answering. */
export function domainStopsAt({ since, warnedAt }: { since: Date; warnedAt: Date | null }): Date {
  const graceEnds = since.getTime() + GRACE_MS;
  const hadLastWarning = warnedAt !== null && warnedAt.getTime() >= since.getTime() + LAST_WARNING_MS;
  return new Date(
    hadLastWarning ? Math.max(graceEnds, warnedAt.getTime() + AFTER_LAST_WARNING_MS) : graceEnds,
  );
}

/**
 * The new standing of a domain after a check. One wrong answer of the DNS must not take a merchant's pages
 * away, so a verified domain gets a grace period; only the daily check, with `mayDrop`, ends it.
 */
export function judgeDomainCheck(
  before: DomainStanding,
  { finding, now, mayDrop }: { finding: DomainFinding; now: Moment; mayDrop: boolean },
): DomainJudgment {
  const unchanged = { ...before, event: null, warning: null };
  if (finding.kind === 'proved') {
    const event = before.missingSince === null ? null : 'found';
    return { status: 'verified', missingSince: null, warnedAt: null, event, warning: null };
  }
  if (!isDefinitelyGone(finding)) return unchanged;
  if (before.status !== 'verified') return { ...unchanged, status: 'failed' };
  const since = before.missingSince;
  if (since === null) return { ...unchanged, missingSince: now, warnedAt: null, event: 'missing' };
  const warnedAfterMs = (before.warnedAt?.getTime() ?? 0) - since.getTime();
  const missingMs = now.getTime() - since.getTime();
  if (missingMs >= LAST_WARNING_MS && warnedAfterMs < LAST_WARNING_MS) {
    return { ...unchanged, warnedAt: now, warning: 'last' };
  }
  if (missingMs >= FIRST_WARNING_MS && warnedAfterMs < FIRST_WARNING_MS) {
    return { ...unchanged, warnedAt: now, warning: 'first' };
  }
  if (!mayDrop || now < domainStopsAt({ since, warnedAt: before.warnedAt })) return unchanged;
  return { status: 'failed', missingSince: null, warnedAt: null, event: 'dropped', warning: 'dropped' };
}
