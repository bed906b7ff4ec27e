import type { DomainWarning } from '../jobs/enqueue-job.ts';
import type { DomainFinding } from './find-domain-proof.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long a domain goes on after its record has vanished. */
const GRACE_MS = 30 * DAY_MS;
/** When the owners are told. */
const FIRST_WARNING_MS = 14 * DAY_MS;
const LAST_WARNING_MS = 28 * DAY_MS;
/**
 * Nobody loses a domain sooner after the last warning, even if that came late because no check was made for
 * weeks.
 */
const AFTER_LAST_WARNING_MS = 2 * DAY_MS;

export type DomainStatus = 'waiting' | 'verified' | 'failed';

export interface DomainStanding {
  status: DomainStatus;
  missingSince: Date | null;
  warnedAt: Date | null;
}

export interface DomainJudgment extends DomainStanding {
  /** What has just become of a verified domain, where anything has. */
  event: 'missing' | 'found' | 'dropped' | null;
  /** What its owners are to be told. */
  warning: DomainWarning | null;
}

/**
 * The record was looked for and is not there, whatever is in its place. 'unavailable' says nothing, and takes
 * nothing.
 */
export function isDefinitelyGone(finding: DomainFinding): boolean {
  return finding.kind !== 'proved' && finding.kind !== 'unavailable';
}

/** When a domain whose record is missing stops to answer. */
export function domainStopsAt({ since, warnedAt }: { since: Date; warnedAt: Date | null }): Date {
  const graceEnds = since.getTime() + GRACE_MS;
  const hadLastWarning = warnedAt !== null && warnedAt.getTime() >= since.getTime() + LAST_WARNING_MS;
  return new Date(
    hadLastWarning ? Math.max(graceEnds, warnedAt.getTime() + AFTER_LAST_WARNING_MS) : graceEnds,
  );
}

/**
 * What a check makes of a domain. One wrong answer of the DNS must not take a merchant's pages away, so a
 * verified domain stays for a time of grace; only the daily check, which `mayDrop`, ends it.
 */
export function judgeDomainCheck(
  before: DomainStanding,
  { finding, now, mayDrop }: { finding: DomainFinding; now: Date; mayDrop: boolean },
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
