import { getDomain } from 'tldts';

/**
 * Returns whether browsers treat both origins as one site, for cookies and Sec-Fetch-Site:
 * 'https://painel.loja.com.br' and 'https://clube.loja.com.br'. Below a private suffix of the list,
 * 'github.io', each name is a site of its own.
 */
export function areOneSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other);
}

function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}
