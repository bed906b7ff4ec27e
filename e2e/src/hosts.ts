import { get } from 'node:http';
import { expect } from '@playwright/test';
import { asOwner } from './database.ts';
import type { Shop } from './shop.ts';

/** Where a customer's pages may be opened: everybody's host, the shop's name below it, the shop's own domain. */
export const HOST_KINDS = ['platform host', 'slug host', 'custom domain'] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** Chromium is told that every name below this one is this machine; see playwright.config.ts. */
const DOMAINS = 'shop.test';

export const domainOf = ({ slug }: Shop) => `clube.${slug}.${DOMAINS}`;

/** 'http://clube.mercearia-1.shop.test:20123'. What proves a domain is another journey's matter. */
export async function openHost(kind: HostKind, shop: Shop): Promise<string> {
  if (kind === 'custom domain') await verifyDomain(shop);
  const host =
    kind === 'platform host' ? 'localhost' : kind === 'slug host' ? `${shop.slug}.localhost` : domainOf(shop);
  const origin = `http://${host}:${process.env.JOURNEYS_PORT}`;
  if (kind === 'custom domain') await untilKnown(host);
  return origin;
}

/** A name that was asked for before it was anybody's is nobody's for some seconds more. */
async function untilKnown(host: string): Promise<void> {
  const status = () =>
    new Promise<number | undefined>((resolve, reject) => {
      // Not fetch: it sends the address's own name, whatever it is told.
      const asked = get(`http://127.0.0.1:${process.env.JOURNEYS_PORT}/remotes.json`, { headers: { host } });
      asked.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject);
    });
  await expect.poll(status).toBe(200);
}

export async function verifyDomain(shop: Shop): Promise<void> {
  await asOwner(
    `UPDATE merchants SET custom_domain = $2, custom_domain_status = 'verified', custom_domain_checked_at = now()
     WHERE signup_link_slug = $1`,
    [shop.slug, domainOf(shop)],
  );
}
