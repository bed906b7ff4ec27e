import type { Logger } from 'pino';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import type { StaffSession } from '../staff-session.ts';
import { releaseDomain } from './domain-holder.ts';
import { type DomainFinding, findDomainProof } from './find-domain-proof.ts';
import { getLinkSettings, type LinkSettingsRow } from './link-settings.sql.ts';
import { claimOf, type LinkSettings, linkSettingsOf } from './show-link-settings.ts';
import { storeDomainCheck } from './store-domain-check.ts';

type Dependencies = Pick<App, 'dns' | 'env' | 'hosts' | 'mail' | 'tenancy'> & {
  log: Pick<Logger, 'warn'>;
};

type Request = { ip: string; userAgent?: string | undefined };

export interface DomainVerification {
  settings: LinkSettings;
  /** The DNS is slow: the check goes on, and its result will be in the settings within seconds. */
  isStillChecking: boolean;
}

/** The part of an answer's time that the DNS may take. */
const ANSWER_WITHIN_MS = 1_200;

class StillChecking extends Error {}

/**
 * Checks the merchant's record in the DNS now and stores the finding. A verified domain whose record is not
 * found stays verified: one bad answer of the DNS must not take a merchant's pages away. Throws Refusal
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
      settings: await withDeadline(check, ANSWER_WITHIN_MS, () => new StillChecking()),
      isStillChecking: false,
    };
  } catch (error) {
    if (!(error instanceof StillChecking)) throw error;
    // The settings show a domain taken meanwhile; any other failure is only logged, because the answer was
    // sent.
    check.catch((err: unknown) => {
      if (!(err instanceof Refusal)) app.log.warn({ err }, 'a domain check failed after its answer');
    });
    return { settings: linkSettingsOf(app.env, row), isStillChecking: true };
  }
}

/** Checks the claim. No transaction is open during the DNS query. */
async function checkDomain(
  app: Dependencies,
  staff: StaffSession,
  request: Request,
  row: LinkSettingsRow,
): Promise<LinkSettings> {
  const claim = claimOf(app.env, row);
  if (claim === undefined) throw new Refusal('no_custom_domain');
  const store = async (finding: DomainFinding) => {
    const { after } = await app.tenancy.withTenant(staff.merchantId, (tx) =>
      storeDomainCheck(app, tx, { of: row, finding, now: tx.now, by: { staff, request } }),
    );
    app.hosts.forget(claim.domain);
    return linkSettingsOf(app.env, after);
  };
  const finding = await findDomainProof(app.dns, claim);
  try {
    return await store(finding);
  } catch (error) {
    assertIsHeld(error);
  }
  // Proved, but held by another merchant: that merchant's record is checked now.
  if (await releaseDomain(app, claim.domain, staff.merchantId)) {
    try {
      return await store(finding);
    } catch (error) {
      // A third merchant was faster.
      assertIsHeld(error);
    }
  }
  await store({ kind: 'taken' });
  throw new Refusal('domain_taken');
}

/** Rethrows the error unless it says that another merchant has the domain. */
function assertIsHeld(error: unknown): void {
  if (!isUniqueViolation(error, 'merchants_verified_domain_key')) throw error;
}
