import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import type { Moment } from '../lib/moment.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { enqueueDomainWarnings } from './enqueue-domain-warnings.ts';
import type { DomainFinding } from './find-domain-proof.ts';
import { type DomainJudgment, type DomainStatus, judgeDomainCheck } from './judge-domain-check.ts';
import {
  getLinkSettings,
  type LinkSettingsRow,
  lockLinkSettings,
  updateDomainCheck,
} from './link-settings.sql.ts';

/** The employee who requested the check; null for the daily one. */
export type CheckedBy = {
  staff: StaffSession;
  request: { ip: string; userAgent?: string | undefined };
} | null;

interface DomainCheck {
  /** The settings at the time of the DNS query. */
  of: LinkSettingsRow;
  finding: DomainFinding;
  now: Moment;
  by: CheckedBy;
}

/**
 * Stores the result of a check, with its audit entry and the warnings it causes. A claim that has changed
 * since the DNS query is not judged by the answer. Throws a unique violation of
 * 'merchants_verified_domain_key' if another merchant has the domain.
 */
export async function storeDomainCheck(
  { mail }: Pick<App, 'mail'>,
  tx: TenantTransaction,
  { of: asked, finding, now, by }: DomainCheck,
): Promise<{ after: LinkSettingsRow; event: DomainJudgment['event'] }> {
  const before = await lockLinkSettings(tx);
  const status = before.custom_domain_status ?? 'waiting';
  // The daily check covers domains in use; a pending claim is checked on its merchant's request.
  if (!isSameClaim(before, asked) || (by === null && status !== 'verified')) {
    return { after: before, event: null };
  }
  const judged = judgeDomainCheck(
    { status, missingSince: before.custom_domain_missing_since, warnedAt: before.custom_domain_warned_at },
    { finding, now, mayDrop: by === null },
  );
  await updateDomainCheck(tx, { ...judged, checkedAt: now, finding });
  await auditCheck(tx, by, { domain: before.custom_domain, finding, before: status, judged });
  if (judged.warning && mail && before.custom_domain) {
    await enqueueDomainWarnings(tx, before.custom_domain, judged.warning);
  }
  return { after: await getLinkSettings(tx), event: judged.event };
}

/** Returns whether the domain and its proof are the same as at the DNS query. */
export function isSameClaim(now: LinkSettingsRow, asked: LinkSettingsRow): boolean {
  return (
    now.custom_domain === asked.custom_domain &&
    now.custom_domain_verification_code === asked.custom_domain_verification_code
  );
}

/** Logs every check by hand, but of the daily ones only those that changed something. */
async function auditCheck(
  tx: TenantTransaction,
  by: CheckedBy,
  check: { domain: string | null; finding: DomainFinding; before: DomainStatus; judged: DomainJudgment },
): Promise<void> {
  const { event, status } = check.judged;
  if (by === null && event === null) return;
  await recordAudit(tx, {
    action: by
      ? 'merchant.verify_domain'
      : event === 'dropped'
        ? 'merchant.drop_domain'
        : 'merchant.recheck_domain',
    entity: 'merchant',
    entityId: tx.merchantId,
    actor: by?.staff ?? null,
    request: by?.request ?? null,
    details: {
      custom_domain: check.domain,
      status_before: check.before,
      status_after: status,
      finding: check.finding.kind,
    },
  });
}
