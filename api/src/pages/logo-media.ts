import type { FastifyInstance } from 'fastify';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { perAddress, type RateLimit } from '../lib/rate-limit.ts';
import { MANY_CUSTOMERS } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { findMerchantIcon } from '../logos/find-merchant-icon.ts';
import { findMerchantLogo } from '../logos/find-merchant-logo.ts';
import { findMerchantPreview } from '../logos/find-merchant-preview.ts';

/** Limit by address: a page shows few logos, and browsers keep each without asking again. */
const LOGOS_PER_ADDRESS: RateLimit = {
  name: 'logo',
  limit: 600,
  windowSeconds: 60,
  networkTimes: MANY_CUSTOMERS,
};

/** An address never shows another picture. Opened by itself it is a picture and nothing else. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  // Mails and merchants' own sites show them.
  'cross-origin-resource-policy': 'cross-origin',
};

interface Picture {
  content: Buffer;
  contentType: string;
}
type FindPicture = (merchantId: string, file: string) => Promise<Picture | undefined>;

/**
 * Serves merchants' logos, the icons made of them and the pictures beside their links, to the public: on the
 * platform's hosts each merchant's, on a merchant's own host only its own.
 */
export function registerLogoMedia(server: FastifyInstance, app: App): void {
  register('/media/logos', 'logo.webp', (merchantId, file) => findMerchantLogo(app, merchantId, file));
  register('/media/icons', 'icon.png', async (merchantId, file) =>
    asPng(await findMerchantIcon(app, merchantId, file)),
  );
  register('/media/previews', 'preview.png', async (merchantId, file) =>
    asPng(await findMerchantPreview(app, merchantId, file)),
  );

  function register(path: string, fileName: string, find: FindPicture): void {
    server.get<{ Params: { merchantId: string; file: string } }>(
      `${path}/:merchantId/:file`,
      async (request, reply) => {
        await limitCalls(app.limiter, perAddress(LOGOS_PER_ADDRESS, request.ip));
        const { merchantId, file } = request.params;
        const host = request.tenantHost;
        const isHere = host.kind === 'platform' || host.merchantId === merchantId;
        const picture = isHere ? await find(merchantId, file) : undefined;
        if (!picture) throw new Refusal('not_found');
        return reply
          .headers(HEADERS)
          .header('content-disposition', `inline; filename="${fileName}"`)
          .type(picture.contentType)
          .send(picture.content);
      },
    );
  }
}

function asPng(content: Buffer | undefined): Picture | undefined {
  return content && { content, contentType: 'image/png' };
}
