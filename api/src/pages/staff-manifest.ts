import { bandColor } from 'domain/band-color';
import type { PageMerchant } from 'domain/page-context';
import { PRODUCT_NAME } from 'domain/page-title';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import { timeLimits } from '../lib/time-limits.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import type { FindPageMerchant } from './find-page-merchant.ts';
import type { FindSessionMerchant } from './remote-directory.ts';
import { CANVAS, manifestIcons, shortName } from './web-manifest.ts';

/**
 * Serves the manifest that installs the back office, under the name of the signed-in employee's merchant and
 * of no other; without a session under the product's. The address may hold a query, which tells a browser's
 * caches the merchants apart and is not read.
 */
export function registerStaffManifest(
  server: FastifyInstance,
  findPageMerchant: FindPageMerchant,
  findSessionMerchant: FindSessionMerchant,
): void {
  server.get('/manifest.webmanifest', async (request, reply) => {
    const host = request.tenantHost;
    if (host.kind !== 'platform' || !host.servesEmployees) throw new Refusal('not_found');
    const late = () => new Error('the session was not there in time');
    const hostMerchantId = await withDeadline(findSessionMerchant(request), timeLimits.page, late).catch(
      () => undefined,
    );
    const found = hostMerchantId && (await findPageMerchant({ hostMerchantId }));
    return reply
      .header('cache-control', 'private, no-store')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(staffManifest(found ? found.merchant : null)));
  });
}

function staffManifest(merchant: PageMerchant | null) {
  const name = merchant?.name ?? PRODUCT_NAME;
  return {
    // An employee of two merchants installs two applications.
    id: merchant ? `/cashback?loja=${merchant.id}` : '/cashback',
    name: `${name} · Balcão`,
    short_name: shortName(name),
    description: `O balcão de ${name}: vendas, resgates e clientes do programa de cashback`,
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/cashback',
    scope: '/',
    display: 'standalone',
    theme_color: bandColor(merchant?.brandColor ?? null, 'light'),
    background_color: CANVAS,
    categories: ['business', 'finance'],
    icons: manifestIcons(merchant),
  };
}
