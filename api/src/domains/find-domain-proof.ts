import { DOMAIN_PROOF_LABEL } from 'domain/custom-domain';
import { type Dns, DnsUnavailable } from '../lib/dns.ts';

/** The DNS records that a merchant must publish to prove a domain. */
export interface DomainClaim {
  domain: string;
  /** The merchant's own names at the platform, former ones included: 'padaria.clube.example'. */
  cnameTargets: readonly string[];
  /** The value of the TXT record; null for a domain verified before codes existed. */
  txtValue: string | null;
}

/** The result of a check. Stored with the merchant; the settings screen words it. */
export type DomainFinding =
  | { kind: 'proved'; by: 'cname' | 'txt' }
  | { kind: 'nothing' }
  | { kind: 'other_cname'; target: string }
  | { kind: 'address'; address: string }
  | { kind: 'other_code' }
  /** Another merchant proved the same domain first. */
  | { kind: 'taken' }
  | { kind: 'unavailable' };

/** Marks our TXT record among others, 'cashback-site-verification=4f0c…'; the merchant's code follows. */
export const TXT_PREFIX = 'cashback-site-verification=';

export function txtName(domain: string): string {
  return `${DOMAIN_PROOF_LABEL}.${domain}`;
}

const asHost = (name: string) => name.toLowerCase().replace(/\.$/, '');

/**
 * Queries the DNS now. Only the domain's own CNAME counts, not the end of its chain: otherwise the owner of a
 * name in between could prove a domain of others. DNS failures are a finding, never an exception.
 */
export async function findDomainProof(dns: Dns, claim: DomainClaim): Promise<DomainFinding> {
  const [cname, txt, addresses] = await Promise.all([
    orUnknown(dns.cname(claim.domain)),
    orUnknown(dns.txt(txtName(claim.domain))),
    // Proves nothing; it only tells what stands in the record's place.
    orUnknown(dns.addresses(claim.domain)),
  ]);
  const target = cname?.[0] === undefined ? undefined : asHost(cname[0]);
  if (target !== undefined && claim.cnameTargets.includes(target)) return { kind: 'proved', by: 'cname' };
  if (claim.txtValue !== null && txt?.includes(claim.txtValue)) return { kind: 'proved', by: 'txt' };
  if (cname === undefined || txt === undefined) return { kind: 'unavailable' };
  if (txt.some((value) => value.startsWith(TXT_PREFIX))) return { kind: 'other_code' };
  if (target !== undefined) return { kind: 'other_cname', target: target.slice(0, 253) };
  const address = addresses?.[0];
  return address === undefined ? { kind: 'nothing' } : { kind: 'address', address };
}

/** Undefined if the DNS gave no answer. */
async function orUnknown<Found>(lookup: Promise<Found>): Promise<Found | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof DnsUnavailable) return undefined;
    throw error;
  }
}
