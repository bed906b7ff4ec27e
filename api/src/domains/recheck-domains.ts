import type { App } from '../context.ts';
import { listMerchantsWithDueDomains } from './domains.sql.ts';
import { findDomainProof } from './find-domain-proof.ts';
import { getLinkSettings } from './link-settings.sql.ts';
import { claimOf } from './show-link-settings.ts';
import { storeDomainCheck } from './store-domain-check.ts';

/** Concurrent DNS checks: a few that stay silent for their five seconds delay no others. */
const AT_ONCE = 20;
const PER_READ = 2_000;

type Dependencies = Pick<App, 'dns' | 'env' | 'hosts' | 'mail' | 'tenancy'> & {
  log: Pick<App['log'], 'error'>;
};

export interface RecheckedDomains {
  checked: number;
  /** Domains whose record was found missing, was found again, or was missing for too long. */
  missing: number;
  found: number;
  dropped: number;
  /** Checks that failed; each is logged, and the next run repeats it. */
  failed: number;
}

/**
 * Checks every verified domain that was not checked for about a day. Safe to repeat and to run in several
 * processes at once. `signal` stops between two domains.
 */
export async function recheckDomains(app: Dependencies, signal?: AbortSignal): Promise<RecheckedDomains> {
  const total: RecheckedDomains = { checked: 0, missing: 0, found: 0, dropped: 0, failed: 0 };
  const seen = new Set<string>();
  for (;;) {
    const due = await listMerchantsWithDueDomains(app.tenancy, {
      now: await app.tenancy.now(),
      limit: PER_READ,
    });
    const fresh = due.filter((merchantId) => !seen.has(merchantId));
    if (fresh.length === 0) return total;
    for (const merchantId of fresh) seen.add(merchantId);
    const waiting = fresh.values();
    const work = async () => {
      for (const merchantId of waiting) {
        signal?.throwIfAborted();
        await recheck(app, merchantId, total);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}

/** Checks one domain. A failure is logged and stops no other. */
async function recheck(app: Dependencies, merchantId: string, total: RecheckedDomains): Promise<void> {
  try {
    const event = await recheckDomain(app, merchantId);
    total.checked += 1;
    if (event) total[event] += 1;
  } catch (err) {
    total.failed += 1;
    app.log.error({ err, merchantId }, 'a domain could not be checked again');
  }
}

/** Checks one domain. No transaction is open during the DNS query. */
async function recheckDomain(app: Dependencies, merchantId: string) {
  const row = await app.tenancy.withTenant(merchantId, getLinkSettings);
  const claim = claimOf(app.env, row);
  if (claim === undefined || row.custom_domain_status !== 'verified') return null;
  const finding = await findDomainProof(app.dns, claim);
  const { event } = await app.tenancy.withTenant(merchantId, (tx) =>
    storeDomainCheck(app, tx, { of: row, finding, now: tx.now, by: null }),
  );
  if (event === 'dropped') app.hosts.forget(claim.domain);
  return event;
}
