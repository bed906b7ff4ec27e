import { get } from 'node:http';
import { expect } from '@playwright/test';
import { asOwner } from './database.ts';
import type { Merchant } from './merchant.ts';

/**
 * Hosts where a customer's pages may be opened: the shared host, the merchant's name below it, the merchant's
 * own domain.
 */
export const HOST_KINDS = ['platform host', 'slug host', 'custom domain'] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** Chromium resolves every name below this one to this machine; see playwright.config.ts. */
const DOMAINS = 'merchant.test';

export const domainOf = ({ slug }: Merchant) => `clube.${slug}.${DOMAINS}`;

/** 'http://clube.mercearia-1.merchant.test:20123'. What proves a domain is another journey's matter. */
export async function openHost(kind: HostKind, merchant: Merchant): Promise<string> {
  if (kind === 'custom domain') await verifyDomain(merchant);
  const host =
    kind === 'platform host'
      ? 'localhost'
      : kind === 'slug host'
        ? `${merchant.slug}.localhost`
        : domainOf(merchant);
  const origin = `http://${host}:${process.env.JOURNEYS_PORT}`;
  if (kind === 'custom domain') await untilKnown(host);
  return origin;
}

/** A name that was looked up before it existed stays unknown for some seconds. */
async function untilKnown(host: string): Promise<void> {
  const status = () =>
    new Promise<number | undefined>((resolve, reject) => {
      // Not fetch: it sends the address's own name as Host, whatever the headers say.
      const asked = get(`http://127.0.0.1:${process.env.JOURNEYS_PORT}/remotes.json`, { headers: { host } });
      asked.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject);
    });
  await expect.poll(status).toBe(200);
}

export async function verifyDomain(merchant: Merchant): Promise<void> {
  await asOwner(
    `UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified', custom_domain_checked_at = now()
     WHERE signup_link_slug = $1`,
    [merchant.slug, domainOf(merchant)],
  );
}
