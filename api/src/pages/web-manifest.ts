import { bandColor } from 'domain/band-color';
import { dashboardAddress, MERCHANT_PARAMETER } from 'domain/dashboard-address';
import type { PageMerchant } from 'domain/page-context';
import { PRODUCT_NAME } from 'domain/page-title';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import { type IconKind, iconAddress } from '../logos/picture-addresses.ts';
import { MANIFEST_PATH } from './customer-page-head.ts';
import type { FindPageMerchant } from './find-page-merchant.ts';

/** The manifest is public and seldom changes: a new name or color arrives within the hour. */
const CACHE_CONTROL = 'public, max-age=3600';
/** Below a launcher's icon there is room for about as much. */
const SHORT_NAME_LENGTH = 12;
/** The first thing seen after a tap on the icon; --color-canvas of tokens.css. */
export const CANVAS = '#f5f7f4';

/**
 * Serves the manifest that a customer's phone installs: on a merchant's own host that merchant's program, on
 * the platform's the one that `?loja={slug}` names, else the product's page with all programs.
 */
export function registerWebManifest(server: FastifyInstance, findPageMerchant: FindPageMerchant): void {
  server.get<{ Querystring: Record<string, unknown> }>(MANIFEST_PATH, async (request, reply) => {
    const host = request.tenantHost;
    if (host.kind === 'platform' && !host.servesCustomers) throw new Refusal('not_found');
    const slug = request.query[MERCHANT_PARAMETER];
    const found = await findPageMerchant({
      hostMerchantId: host.kind === 'merchant' ? host.merchantId : undefined,
      slug: typeof slug === 'string' ? slug.toLowerCase() : undefined,
    });
    return (
      reply
        // No merchant is found when the database is slow, too: then the answer must not be cached.
        .header('cache-control', found ? CACHE_CONTROL : 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(webManifest(found?.merchant ?? null, host.kind === 'platform')))
    );
  });
}

/** The manifest of one merchant's program, or of the product's own page. */
function webManifest(merchant: PageMerchant | null, isShared: boolean) {
  // The address that is opened holds no phone: the page knows whose balance this device showed last.
  const startUrl = dashboardAddress(undefined, isShared ? merchant?.slug : undefined);
  return {
    // Stays the same when the merchant's slug changes.
    id: merchant ? `/customer/${merchant.id}` : '/customer/',
    name: merchant?.programName ?? 'Meu Cashback',
    short_name: shortName(merchant?.name ?? PRODUCT_NAME),
    description: merchant
      ? `${merchant.name}: o seu saldo de cashback`
      : 'Seu cashback nas lojas de que você gosta',
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: startUrl,
    scope: '/customer/',
    display: 'standalone',
    theme_color: bandColor(merchant?.brandColor ?? null, 'light'),
    background_color: CANVAS,
    categories: ['shopping', 'finance'],
    icons: manifestIcons(merchant),
  };
}

/** The merchant's icons, or the product's. */
export function manifestIcons(merchant: PageMerchant | null) {
  return [
    icon(merchant, '192', '192x192', 'any'),
    icon(merchant, '512', '512x512', 'any'),
    icon(merchant, 'maskable-512', '512x512', 'maskable'),
  ];
}

function icon(merchant: PageMerchant | null, kind: IconKind, sizes: string, purpose: 'any' | 'maskable') {
  return { src: iconAddress(merchant, kind), sizes, type: 'image/png', purpose };
}

/** Cut between words where that leaves one, else anywhere. */
export function shortName(name: string): string {
  const letters = [...name.trim()];
  if (letters.length <= SHORT_NAME_LENGTH) return letters.join('');
  const start = letters.slice(0, SHORT_NAME_LENGTH + 1).join('');
  const words = start.slice(0, start.lastIndexOf(' ')).trim();
  return words || `${letters.slice(0, SHORT_NAME_LENGTH - 1).join('')}…`;
}
