/**
 * A merchant's own domain as typed, and as it is stored and compared: lower case, punycode, no dot at the
 * end.
 */

import { decodePunycode } from './decode-punycode.ts';

const LONGEST_LABEL = 63;
/**
 * A host name has at most 253 characters, and the record that proves it stands one label below the domain.
 */
export const DOMAIN_PROOF_LABEL = '_cashback';
const LONGEST_DOMAIN = 253 - `${DOMAIN_PROOF_LABEL}.`.length;

const EXAMPLE = 'Informe um domínio completo, como cashback.sualoja.com.br';
/** Names that the public DNS does not hand out (RFC 6761, RFC 9476 and the like). */
const NOT_PUBLIC = new Set(['localhost', 'local', 'internal', 'intranet', 'lan', 'arpa', 'onion', 'invalid']);
/** The characters that UTS 46 takes for a dot. */
const DOTS = /[.\u3002\uff0e\uff61]/;

export type ReadDomain = { domain: string } | { problem: string };

/**
 * ' Cashback.Padaria.COM.BR. ' → 'cashback.padaria.com.br', 'açaí.com.br' → 'xn--aa-4iaz.com.br'. What is no
 * public host name comes back as the message that says why. Whose it is, is not asked here.
 */
export function readDomain(text: string): ReadDomain {
  const typed = text.trim().replace(/[.\u3002\uff0e\uff61]$/, '');
  const problem = shapeProblem(typed);
  if (problem !== undefined) return { problem };
  const domain = hostOf(typed);
  if (isAddress(domain) || isAddress(typed)) return { problem: 'Informe um domínio, não um endereço IP' };
  const labels = domain.split('.');
  if (!labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label))) return { problem: EXAMPLE };
  if (!isPunycode(labels)) return { problem: EXAMPLE };
  if (domain.length > LONGEST_DOMAIN || labels.some((label) => label.length > LONGEST_LABEL))
    return { problem: 'Este domínio é longo demais' };
  const last = labels.at(-1) ?? '';
  if (NOT_PUBLIC.has(last)) return { problem: 'Este domínio não existe na internet' };
  return labels.length < 2 || !/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(last)
    ? { problem: EXAMPLE }
    : { domain };
}

/** Common wrong inputs in place of a domain, each with its own message. */
function shapeProblem(typed: string): string | undefined {
  if (/:\/\/|[/\\?#@]|^[a-z]+:(?!\d)/i.test(typed)) return 'Informe só o domínio, sem https:// e sem barras';
  if (/^\[|:.*:/.test(typed)) return 'Informe um domínio, não um endereço IP';
  if (typed.includes(':')) return 'Informe o domínio sem a porta';
  if (/\s/.test(typed)) return 'O domínio não pode ter espaços';
  if (typed.includes('*')) return 'Informe um domínio completo, sem asterisco';
  if (typed.includes('_')) return 'O domínio não pode ter sublinhado (_)';
  if (typed.split(DOTS).some((label) => label.length > LONGEST_LABEL)) return 'Este domínio é longo demais';
  return /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u.test(typed) ? undefined : EXAMPLE;
}

/**
 * The URL standard does what browsers do with a host: lower case, NFKC, punycode. It also reads '0x7f.1' as
 * an address.
 */
function hostOf(typed: string): string {
  return URL.canParse(`http://${typed}`) ? new URL(`http://${typed}`).hostname : '';
}

/** False where a label begins with 'xn--' and encodes nothing: Node 24 takes such a name for a host. */
function isPunycode(labels: readonly string[]): boolean {
  const decoded = labels.map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label));
  return hostOf(decoded.join('.')) === labels.join('.');
}

function isAddress(host: string): boolean {
  return /^\d+(?:\.\d+){3}$/.test(host);
}

/** True when `domain` is `host` itself or a name below it. */
export function isWithin(domain: string, host: string): boolean {
  return domain === host || domain.endsWith(`.${host}`);
}
