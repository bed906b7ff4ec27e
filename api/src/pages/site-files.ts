import type { FastifyInstance } from 'fastify';
import { type IconKind, iconAddress } from '../logos/picture-addresses.ts';
import type { FindPageMerchant } from './find-page-merchant.ts';

/** A new logo arrives within the hour. */
const CACHE_CONTROL = 'public, max-age=3600';
/** Crawlers are welcome at the pages that anybody may join by, and at what these pages are made of. */
const ROBOTS = [
  'User-agent: *',
  'Allow: /login$',
  'Allow: /signup',
  'Allow: /regulamento/',
  'Allow: /privacidade/',
  'Allow: /termos$',
  'Allow: /privacidade$',
  'Allow: /assets/',
  'Allow: /media/',
  'Allow: /remotes',
  'Disallow: /',
  '',
].join('\n');

/** Icons by the names that browsers and crawlers try without reading a page. */
const ICONS: Record<string, IconKind> = {
  '/favicon.ico': '192',
  '/apple-touch-icon.png': 'touch-180',
  '/apple-touch-icon-precomposed.png': 'touch-180',
};

/** Serves the files that a site has under fixed names; on a merchant's own host the icons are its own. */
export function registerSiteFiles(server: FastifyInstance, findPageMerchant: FindPageMerchant): void {
  server.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', CACHE_CONTROL).type('text/plain; charset=utf-8').send(ROBOTS),
  );
  for (const [path, kind] of Object.entries(ICONS)) {
    server.get(path, async (request, reply) => {
      const host = request.tenantHost;
      const hostMerchantId = host.kind === 'merchant' ? host.merchantId : undefined;
      const found = await findPageMerchant({ hostMerchantId });
      return reply
        .header('cache-control', CACHE_CONTROL)
        .redirect(iconAddress(found?.merchant ?? null, kind), 302);
    });
  }
}
