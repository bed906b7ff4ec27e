import { randomBytes } from 'node:crypto';
import type { FirstPaint } from 'domain/first-paint';
import type { PageContext } from 'domain/page-context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FindPageMerchant } from '../pages/find-page-merchant.ts';
import type { Preload } from './chunk-preloads.ts';
import { sendCompressed } from './compressed-page.ts';
import { customerPagePolicy } from './content-security-policy.ts';
import { type CustomerScreen, readCustomerAddress } from './customer-page-address.ts';
import { customerPageHead, withoutProductHead } from './customer-page-head.ts';
import { createCustomerPageWriter } from './customer-page-html.ts';

const NONCE_BYTES = 16;

export interface CustomerPages {
  publicOrigin: string;
  /** The shell's built page. */
  html: string;
  /** What the customer remote left to be shown first; a remote older than that left nothing. */
  firstPaint: FirstPaint | undefined;
  /** What else a screen of the application downloads. */
  preloads: Partial<Record<CustomerScreen, readonly Preload[]>>;
  findPageMerchant: FindPageMerchant;
}

/**
 * Sends a customer's page: the first paint of its screen, or the shell's page, with what is known of the merchant in it and with a
 * policy of its own. On the origin that all merchants share no tag ever runs; who has tags is sent on to their own.
 */
export function createCustomerPages({
  publicOrigin,
  html,
  firstPaint,
  preloads,
  findPageMerchant,
}: CustomerPages) {
  const writePage = createCustomerPageWriter(withoutProductHead(html), firstPaint, preloads);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const host = request.tenantHost;
    const { screen, named, subject } = readCustomerAddress(request.url, host);
    const found = await findPageMerchant(subject);
    const isShared = host.kind === 'platform';
    if (isShared && found?.tags && found.canonicalOrigin !== publicOrigin) {
      return reply.redirect(`${found.canonicalOrigin}${request.url}`, 302);
    }
    const tags = isShared ? null : (found?.tags ?? null);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const context: PageContext = { merchant: found?.merchant ?? null, tags };
    const head = customerPageHead({
      screen,
      merchant: context.merchant,
      canonicalOrigin: found?.canonicalOrigin ?? publicOrigin,
      isShared,
    });
    reply.header('content-security-policy', customerPagePolicy({ nonce, hasTags: tags !== null }));
    reply.type('text/html; charset=utf-8');
    return await sendCompressed(request, reply, writePage({ screen, named, head, context, nonce }));
  };
}
