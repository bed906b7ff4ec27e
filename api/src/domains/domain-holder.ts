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

/** A merchant with a verified domain whose record is definitely gone. */
interface GoneHolder {
  merchantId: string;
  settings: LinkSettingsRow;
}

/**
 * Finds the domain's holder: 'none' but the claimant, 'stands' for another merchant whose DNS record is there
 * or unknown, or the merchant whose record is gone. `beforeAsking` may refuse the DNS query by throwing.
 */
export async function lookAtHolder(
  { dns, env, tenancy }: Pick<Dependencies, 'dns' | 'env' | 'tenancy'>,
  domain: string,
  claimantId: string,
  beforeAsking?: () => Promise<void>,
): Promise<'none' | 'stands' | GoneHolder> {
  const merchantId = await findDomainHolder(tenancy, domain);
  if (merchantId === undefined || merchantId === claimantId) return 'none';
  const settings = await tenancy.withTenant(merchantId, getLinkSettings);
  const claim = claimOf(env, settings);
  if (claim?.domain !== domain) return 'none';
  await beforeAsking?.();
  return isDefinitelyGone(await findDomainProof(dns, claim)) ? { merchantId, settings } : 'stands';
}

/**
 * Takes the domain from its holder if that merchant's record is definitely gone now. For a merchant with
 * fresh proof, so that a former holder does not block them. Returns true if no other merchant has the domain
 * now.
 */
export async function releaseDomain(app: Dependencies, domain: string, claimantId: string): Promise<boolean> {
  const holder = await lookAtHolder(app, domain, claimantId);
  if (typeof holder === 'string') return holder === 'none';
  await app.tenancy.withTenant(holder.merchantId, async (tx) => {
    const before = await lockLinkSettings(tx);
    // The claim was given up or renewed while the DNS was queried.
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
