import { isIP } from 'node:net';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { DnsUnavailable } from '../lib/dns.ts';
import { isPublicAddress } from '../lib/public-address.ts';
import { withDeadline } from '../lib/with-deadline.ts';

/** The part of the answer's time that is left for the DNS. */
const DNS_WITHIN_MS = 1_200;
const HTTPS_PORT = 443;
/** Lower ports belong to mail servers, databases and the like. */
const FIRST_FREE_PORT = 1_024;

/**
 * Refuses an address that every delivery would fail for, while it is being saved. A public address may turn
 * private later, so each call checks again. A DNS that does not answer does not prevent saving. Throws
 * Refusal 'webhook_url_not_https', 'webhook_url_port', 'webhook_url_private' or 'webhook_url_unknown'.
 */
export async function assertReceiver(
  { dns, env }: { dns: App['dns']; env: Pick<App['env'], 'webhookExceptions'> },
  address: string,
): Promise<void> {
  const url = new URL(address);
  if (env.webhookExceptions.includes(url.origin)) return;
  if (url.protocol !== 'https:') throw new Refusal('webhook_url_not_https');
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_FREE_PORT) throw new Refusal('webhook_url_port');
  const addresses = await addressesOf(dns, url.hostname);
  if (addresses === undefined) return;
  if (addresses.length === 0) throw new Refusal('webhook_url_unknown');
  if (!addresses.every(isPublicAddress)) throw new Refusal('webhook_url_private');
}

/** The addresses of a host; undefined if the DNS does not answer. */
async function addressesOf(dns: App['dns'], hostname: string): Promise<string[] | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return [host];
  // Names this machine, even if a DNS answers otherwise.
  if (/(?:^|\.)localhost$/.test(host)) return ['127.0.0.1'];
  try {
    return await withDeadline(
      dns.everyAddress(host),
      DNS_WITHIN_MS,
      () => new DnsUnavailable('the DNS is slow'),
    );
  } catch (error) {
    if (error instanceof DnsUnavailable) return undefined;
    throw error;
  }
}
