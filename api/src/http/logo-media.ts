import type { FastifyInstance } from 'fastify';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { RateLimit } from '../lib/rate-limit.ts';
import { findMerchantLogo } from '../merchants/find-merchant-logo.ts';
import { networkOf } from './client-network.ts';

/** A page shows few logos, and browsers keep each for good. */
const LOGOS_PER_ADDRESS: RateLimit = { name: 'logo', limit: 600, windowSeconds: 60 };

/** A logo's address never shows another picture. Opened by itself it is a picture and nothing else. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="logo.webp"',
};

/** Merchants' logos, for anybody: on the platform's hosts each of them, on a merchant's own host only theirs. */
export function registerLogoMedia(server: FastifyInstance, app: App): void {
  server.get<{ Params: { merchantId: string; file: string } }>(
    '/media/logos/:merchantId/:file',
    async (request, reply) => {
      const retryAfterSeconds = await app.limiter.hit(LOGOS_PER_ADDRESS, networkOf(request.ip));
      if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
      const { merchantId, file } = request.params;
      const host = request.tenantHost;
      const isHere = host.kind === 'platform' || host.merchantId === merchantId;
      const logo = isHere ? await findMerchantLogo(app, merchantId, file) : undefined;
      if (!logo) throw new Refusal('not_found');
      return reply.headers(HEADERS).type(logo.contentType).send(logo.content);
    },
  );
}
