import { DOMAIN_PROOF_LABEL } from 'domain/custom-domain';
import { type Dns, DnsUnavailable } from '../lib/dns.ts';

/** What somebody must have in the DNS of a domain before it is theirs here. */
export interface DomainClaim {
  domain: string;
  /** The merchant's own names at the platform, former ones included: 'padaria.clube.example'. */
  cnameTargets: readonly string[];
  /** The value of the TXT record; null for a domain that was verified before there were codes. */
  txtValue: string | null;
}

/** What a check found. Stored with the merchant, and worded by the settings. */
export type DomainFinding =
  | { kind: 'proved'; by: 'cname' | 'txt' }
  | { kind: 'nothing' }
  | { kind: 'other_cname'; target: string }
  | { kind: 'address'; address: string }
  | { kind: 'other_code' }
  /** Another merchant proved the same domain first. */
  | { kind: 'taken' }
  | { kind: 'unavailable' };

/** 'cashback-site-verification=4f0c…': of which record of many it is one, and whose. */
export const TXT_PREFIX = 'cashback-site-verification=';

export function txtName(domain: string): string {
  return `${DOMAIN_PROOF_LABEL}.${domain}`;
}

const asHost = (name: string) => name.toLowerCase().replace(/\.$/, '');

/**
 * Asks the DNS now. Only the domain's own CNAME counts, not where it leads in the end: whoever has a name in
 * between would otherwise prove a domain that is not theirs. Never throws on account of the DNS.
 */
export async function findDomainProof(dns: Dns, claim: DomainClaim): Promise<DomainFinding> {
  const [cname, txt, addresses] = await Promise.all([
    orUnknown(dns.cname(claim.domain)),
    orUnknown(dns.txt(txtName(claim.domain))),
    // Proves nothing; it is there to say what is in the record's place.
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

/** undefined: the DNS could not say. */
async function orUnknown<Found>(lookup: Promise<Found>): Promise<Found | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof DnsUnavailable) return undefined;
    throw error;
  }
}
