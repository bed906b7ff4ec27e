import type { Logger } from 'pino';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../auth/lucia.ts';
import type { Environment } from '../env.ts';
import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import type { Dns } from '../lib/dns.ts';
import { inTime } from '../lib/in-time.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { type DomainFinding, findDomainProof } from './find-domain-proof.ts';
import {
  getLinkSettings,
  type LinkSettingsRow,
  lockLinkSettings,
  updateDomainCheck,
} from './link-settings.sql.ts';
import type { HostResolver } from './resolve-host.ts';
import { claimOf, type LinkSettings, linkSettingsOf } from './show-link-settings.ts';

interface Dependencies {
  env: Environment;
  tenancy: Tenancy;
  clock: Clock;
  dns: Dns;
  hosts: Pick<HostResolver, 'forget'>;
  log: Pick<Logger, 'warn'>;
}

type Request = { ip: string; userAgent?: string | undefined };

export interface DomainVerification {
  settings: LinkSettings;
  /** The DNS is slow: the check goes on, and its outcome will be in the settings within seconds. */
  isStillChecking: boolean;
}

/** What is left of an answer's time for the DNS. */
const ANSWER_WITHIN_MS = 1_200;

class StillChecking extends Error {}

/**
 * Looks for the merchant's record in the DNS now, and stores what it found. A domain that is verified already stays so
 * when its record is not found: one bad answer of the DNS must not take a shop's pages away. Throws Refusal
 * 'no_custom_domain' or 'domain_taken'.
 */
export async function verifyDomain(
  app: Dependencies,
  staff: StaffSession,
  request: Request,
): Promise<DomainVerification> {
  const row = await app.tenancy.withTenant(staff.merchantId, getLinkSettings);
  const check = checkDomain(app, staff, request, row);
  try {
    return {
      settings: await inTime(check, ANSWER_WITHIN_MS, () => new StillChecking()),
      isStillChecking: false,
    };
  } catch (error) {
    if (!(error instanceof StillChecking)) throw error;
    // A domain that was taken meanwhile is in the settings; anything else that goes wrong now is nobody's answer.
    check.catch((err: unknown) => {
      if (!(err instanceof Refusal)) app.log.warn({ err }, 'a domain check failed after its answer');
    });
    return { settings: linkSettingsOf(app.env, row), isStillChecking: true };
  }
}

/** No transaction is open while the DNS is asked. */
async function checkDomain(
  app: Dependencies,
  staff: StaffSession,
  request: Request,
  row: LinkSettingsRow,
): Promise<LinkSettings> {
  const claim = claimOf(app.env, row);
  if (claim === undefined) throw new Refusal('no_custom_domain');
  const finding = await findDomainProof(app.dns, claim);
  const store = (found: DomainFinding) =>
    app.tenancy.withTenant(staff.merchantId, (tx) =>
      storeFinding(tx, staff, request, { of: row, finding: found, now: app.clock.now() }),
    );
  try {
    const after = await store(finding);
    app.hosts.forget(claim.domain);
    return linkSettingsOf(app.env, after);
  } catch (error) {
    if (!isUniqueViolation(error, 'merchants_verified_domain_key')) throw error;
    await store({ kind: 'taken' });
    throw new Refusal('domain_taken');
  }
}

async function storeFinding(
  tx: TenantTransaction,
  actor: StaffSession,
  request: Request,
  check: { of: LinkSettingsRow; finding: DomainFinding; now: Date },
): Promise<LinkSettingsRow> {
  const before = await lockLinkSettings(tx);
  const isSameClaim =
    before.custom_domain === check.of.custom_domain &&
    before.custom_domain_verification_code === check.of.custom_domain_verification_code;
  // Somebody entered another domain while the DNS was asked about this one.
  if (!isSameClaim) return before;
  const status = statusAfter(before.custom_domain_status ?? 'waiting', check.finding);
  await updateDomainCheck(tx, { status, checkedAt: check.now, finding: check.finding });
  await recordAudit(tx, {
    action: 'merchant.verify_domain',
    entity: 'merchant',
    entityId: tx.merchantId,
    actor,
    request,
    details: {
      custom_domain: before.custom_domain,
      status_before: before.custom_domain_status,
      status_after: status,
      finding: check.finding.kind,
    },
  });
  return await getLinkSettings(tx);
}

function statusAfter(
  before: 'waiting' | 'verified' | 'failed',
  finding: DomainFinding,
): 'waiting' | 'verified' | 'failed' {
  if (finding.kind === 'proved') return 'verified';
  return finding.kind === 'unavailable' || before === 'verified' ? before : 'failed';
}
