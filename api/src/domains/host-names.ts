import type { HostNamesRow } from './host-directory.sql.ts';

/** Maps names to merchants, in memory. */
export interface HostNames {
  find(hostname: string): string | undefined;
  /** Replaces a merchant's names by its present ones. */
  apply(row: HostNamesRow): void;
  /** The number of names. */
  size(): number;
}

/** Names at the platform are stored by their slug alone. */
export function createHostNames(platformHostname: string): HostNames {
  const suffix = `.${platformHostname}`;
  const bySlug = new Map<string, string>();
  const byDomain = new Map<string, string>();
  const domainOf = new Map<string, string>();

  function leaveDomain(merchantId: string): void {
    const domain = domainOf.get(merchantId);
    if (domain === undefined) return;
    domainOf.delete(merchantId);
    // The domain may have moved to another merchant, whose row came first.
    if (byDomain.get(domain) === merchantId) byDomain.delete(domain);
  }

  return {
    find: (hostname) =>
      hostname.endsWith(suffix) ? bySlug.get(hostname.slice(0, -suffix.length)) : byDomain.get(hostname),
    apply({ merchant_id: merchantId, is_active: isActive, slugs, domain }) {
      for (const slug of slugs) {
        if (isActive) bySlug.set(slug, merchantId);
        else bySlug.delete(slug);
      }
      if (!isActive || domainOf.get(merchantId) !== domain) leaveDomain(merchantId);
      if (!isActive || domain === null) return;
      byDomain.set(domain, merchantId);
      domainOf.set(merchantId, domain);
    },
    size: () => bySlug.size + byDomain.size,
  };
}
