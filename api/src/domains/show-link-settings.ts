import type { Environment } from '../env.ts';
import type { Tenancy } from '../tenant.ts';
import { canonicalOrigin } from './canonical-address.ts';
import { type DomainClaim, type DomainFinding, TXT_PREFIX, txtName } from './find-domain-proof.ts';
import { domainStopsAt } from './judge-domain-check.ts';
import { getLinkSettings, type LinkSettingsRow } from './link-settings.sql.ts';

export interface CustomDomain {
  domain: string;
  status: 'waiting' | 'verified' | 'failed';
  checkedAt: string | null;
  /** The result of the last check; null before the first. */
  finding: DomainFinding | null;
  /**
   * Set while the record of a verified domain is missing. Unless it comes back, the domain stops at
   * `stopsAt`.
   */
  missing: { since: string; stopsAt: string } | null;
  /** The record that proves the domain and leads it here. */
  cname: { name: string; target: string };
  /** An alternative proof if a CNAME is not possible; null for a domain verified before codes existed. */
  txt: { name: string; value: string } | null;
}

export interface LinkSettings {
  slug: string;
  /** Earlier slugs, newest first. They still lead to the merchant. */
  formerSlugs: string[];
  /** The link to copy and print. */
  signupLink: string;
  /** The part of the link before the slug, to preview another slug: 'https://clube.example/signup/'. */
  linkPrefix: string;
  /** The merchant's own name at the platform, the target of its domain's CNAME: 'padaria.clube.example'. */
  platformName: string;
  customDomain: CustomDomain | null;
}

export async function showLinkSettings(
  { env, tenancy }: { env: Environment; tenancy: Tenancy },
  merchantId: string,
): Promise<LinkSettings> {
  return linkSettingsOf(env, await tenancy.withTenant(merchantId, getLinkSettings));
}

export function linkSettingsOf(env: Environment, row: LinkSettingsRow): LinkSettings {
  const { custom_domain: domain, custom_domain_status: status } = row;
  const linkPrefix = `${canonicalOrigin(env.publicOrigin, row)}/signup/`;
  const platformName = platformNameOf(env, row.signup_link_slug);
  return {
    slug: row.signup_link_slug,
    formerSlugs: row.former_slugs,
    signupLink: linkPrefix + row.signup_link_slug,
    linkPrefix,
    platformName,
    customDomain:
      domain === null
        ? null
        : {
            domain,
            status: status ?? 'waiting',
            checkedAt: row.custom_domain_checked_at?.toISOString() ?? null,
            finding: row.custom_domain_finding,
            missing: missingOf(row),
            cname: { name: domain, target: platformName },
            txt: txtRecordOf(row, domain),
          },
  };
}

function missingOf(row: LinkSettingsRow): CustomDomain['missing'] {
  const { custom_domain_missing_since: since, custom_domain_warned_at: warnedAt } = row;
  if (since === null || row.custom_domain_status !== 'verified') return null;
  return { since: since.toISOString(), stopsAt: domainStopsAt({ since, warnedAt }).toISOString() };
}

/** Undefined if there is no domain to prove. */
export function claimOf(env: Environment, row: LinkSettingsRow): DomainClaim | undefined {
  if (row.custom_domain === null) return undefined;
  // Former slugs are permanently the merchant's, so a correct record stays correct after a change.
  const slugs = [row.signup_link_slug, ...row.former_slugs];
  return {
    domain: row.custom_domain,
    cnameTargets: slugs.map((slug) => platformNameOf(env, slug)),
    txtValue: txtRecordOf(row, row.custom_domain)?.value ?? null,
  };
}

function txtRecordOf(row: LinkSettingsRow, domain: string): { name: string; value: string } | null {
  const code = row.custom_domain_verification_code;
  return code === null ? null : { name: txtName(domain), value: `${TXT_PREFIX}${code}` };
}

/** 'padaria.clube.example' */
export function platformNameOf({ publicOrigin }: Pick<Environment, 'publicOrigin'>, slug: string): string {
  return `${slug}.${new URL(publicOrigin).hostname}`;
}
