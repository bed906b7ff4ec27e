import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { findDomainHolder } from './domains.sql.ts';
import { enqueueDomainWarnings } from './enqueue-domain-warnings.ts';
import { findDomainProof } from './find-domain-proof.ts';
import { isDefinitelyGone } from './judge-domain-check.ts';
import {
  getLinkSettings,
  type LinkSettingsRow,
  lockLinkSettings,
  updateDomainCheck,
} from './link-settings.sql.ts';
import { claimOf } from './show-link-settings.ts';
import { isSameClaim } from './store-domain-check.ts';

type Dependencies = Pick<App, 'dns' | 'env' | 'hosts' | 'mail' | 'tenancy'>;

/** A merchant who has a domain verified although its record is definitely gone. */
interface GoneHolder {
  merchantId: string;
  settings: LinkSettingsRow;
}

/**
 * Who has the domain: 'nobody' else, somebody whose record 'stands' (or may stand: the DNS could not say), or
 * somebody whose record is gone. `beforeAsking` may refuse that the DNS is asked.
 */
export async function lookAtHolder(
  { dns, env, tenancy }: Pick<Dependencies, 'dns' | 'env' | 'tenancy'>,
  domain: string,
  claimantId: string,
  beforeAsking?: () => Promise<void>,
): Promise<'nobody' | 'stands' | GoneHolder> {
  const merchantId = await findDomainHolder(tenancy, domain);
  if (merchantId === undefined || merchantId === claimantId) return 'nobody';
  const settings = await tenancy.withTenant(merchantId, getLinkSettings);
  const claim = claimOf(env, settings);
  if (claim?.domain !== domain) return 'nobody';
  await beforeAsking?.();
  return isDefinitelyGone(await findDomainProof(dns, claim)) ? { merchantId, settings } : 'stands';
}

/**
 * Takes the domain from whoever has it, if their record is definitely gone in this moment: for a merchant who
 * has just shown fresh proof, so that nobody is kept out by somebody who left. Answers whether nobody else
 * has it now.
 */
export async function releaseDomain(app: Dependencies, domain: string, claimantId: string): Promise<boolean> {
  const holder = await lookAtHolder(app, domain, claimantId);
  if (typeof holder === 'string') return holder === 'nobody';
  await app.tenancy.withTenant(holder.merchantId, async (tx) => {
    const before = await lockLinkSettings(tx);
    // Given up, or claimed anew, while the DNS was asked.
    if (!isSameClaim(before, holder.settings) || before.custom_domain_status !== 'verified') return;
    await updateDomainCheck(tx, {
      status: 'failed',
      checkedAt: tx.now,
      finding: { kind: 'taken' },
      missingSince: null,
      warnedAt: null,
    });
    await recordAudit(tx, {
      action: 'merchant.drop_domain',
      entity: 'merchant',
      entityId: tx.merchantId,
      actor: null,
      request: null,
      details: { custom_domain: domain, status_before: 'verified', status_after: 'failed', finding: 'taken' },
    });
    if (app.mail) await enqueueDomainWarnings(tx, domain, 'dropped');
  });
  app.hosts.forget(domain);
  return true;
}
