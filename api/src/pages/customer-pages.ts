import { randomBytes } from 'node:crypto';
import type { PageContext } from 'domain/page-context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { customerPagePolicy } from '../http/content-security-policy.ts';
import type { Releases } from '../releases/releases.ts';
import type { RemoteBuild } from '../releases/remote-build.ts';
import { entryPreload, preloadHeader } from './chunk-preloads.ts';
import { sendCompressed } from './compressed-page.ts';
import { readCustomerAddress } from './customer-page-address.ts';
import { customerPageHead, withoutProductHead } from './customer-page-head.ts';
import { type CustomerPage, createCustomerPageWriter } from './customer-page-html.ts';
import type { FindPageMerchant } from './find-page-merchant.ts';

const NONCE_BYTES = 16;

export interface CustomerPages {
  appOrigin: string;
  publicOrigin: string;
  /** The shell's built page. */
  html: string;
  releases: Pick<Releases, 'buildFor'>;
  findPageMerchant: FindPageMerchant;
}

/**
 * Sends a customer's page: the first paint of its screen, or the shell's page, with the merchant's data, the
 * release of the customer remote that this merchant's customers get, and a policy of its own. On the origin
 * that all merchants share no tag ever runs; a merchant with tags has its own origin, to which the page is
 * redirected.
 */
export function createCustomerPages(dependencies: CustomerPages) {
  const { appOrigin, publicOrigin, html, releases, findPageMerchant } = dependencies;
  const shellPage = withoutProductHead(html);
  /** Writers, prepared once for each build and dropped with it. */
  const writers = new WeakMap<RemoteBuild, (page: CustomerPage) => string>();
  const writerOver = (build: RemoteBuild) => {
    const writePage = writers.get(build) ?? createCustomerPageWriter(shellPage, build);
    writers.set(build, writePage);
    return writePage;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const host = request.tenantHost;
    const { screen, named, subject, isTagFree } = readCustomerAddress(request.url, host);
    const found = await findPageMerchant(subject);
    const isShared = host.kind === 'platform';
    if (isShared && found?.tags && found.canonicalOrigin !== publicOrigin) {
      return reply.redirect(`${found.canonicalOrigin}${request.url}`, 302);
    }
    // A PIN or code must not be typed on a page with tags. The server does not know yet whether the page will
    // ask for one.
    const mayAskForProof = found?.asksForProof && screen !== 'cashback' && screen !== 'signup';
    const tags = isShared || isTagFree || mayAskForProof ? null : (found?.tags ?? null);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const context: PageContext = { merchant: found?.merchant ?? null, tags, appOrigin };
    const head = customerPageHead({
      screen,
      merchant: context.merchant,
      canonicalOrigin: found?.canonicalOrigin ?? publicOrigin,
      isShared,
    });
    reply.header('content-security-policy', customerPagePolicy({ nonce, hasTags: tags !== null }));
    const build = releases.buildFor('mfe-customer', found?.merchant.id);
    if (!build.firstPaint) reply.header('link', preloadHeader([entryPreload(build)]));
    const writePage = writerOver(build);
    reply.type('text/html; charset=utf-8');
    return await sendCompressed(request, reply, writePage({ screen, named, head, context, nonce }));
  };
}
