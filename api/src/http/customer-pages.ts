import { randomBytes } from 'node:crypto';
import { PAGE_CONTEXT_ID, type PageContext } from 'domain/page-context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FindPageMerchant } from '../pages/find-page-merchant.ts';
import { customerPagePolicy } from './content-security-policy.ts';
import { readCustomerAddress } from './customer-page-address.ts';

const NONCE_BYTES = 16;

export interface CustomerPages {
  publicOrigin: string;
  /** The shell's built page. */
  html: string;
  findPageMerchant: FindPageMerchant;
}

/**
 * Sends a customer's page: the shell's, with what is known of the merchant in it and with a policy of its own. On the origin that
 * all merchants share no tag ever runs; who has tags is sent on to their own.
 */
export function createCustomerPages({ publicOrigin, html, findPageMerchant }: CustomerPages) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const host = request.tenantHost;
    const { subject } = readCustomerAddress(request.url, host);
    const found = await findPageMerchant(subject);
    const isShared = host.kind === 'platform';
    if (isShared && found?.tags && found.canonicalOrigin !== publicOrigin) {
      return reply.redirect(`${found.canonicalOrigin}${request.url}`, 302);
    }
    const tags = isShared ? null : (found?.tags ?? null);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const context: PageContext = { merchant: found?.merchant ?? null, tags };
    reply.header('content-security-policy', customerPagePolicy({ nonce, hasTags: tags !== null }));
    return reply.type('text/html; charset=utf-8').send(withContext(withNonce(html, nonce), context));
  };
}

function withNonce(html: string, nonce: string): string {
  return html.replaceAll('<script', `<script nonce="${nonce}"`);
}

/** As data, not as a script: in a JSON block nothing runs, and without '<' nothing ends it. */
function withContext(html: string, context: PageContext): string {
  const json = JSON.stringify(context).replaceAll('<', '\\u003c');
  return html.replace(
    '</head>',
    () => `<script type="application/json" id="${PAGE_CONTEXT_ID}">${json}</script></head>`,
  );
}
