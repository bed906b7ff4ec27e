import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resolveProgram } from '../domains/resolve-program.ts';
import type { Environment } from '../env.ts';
import { keepCustomer } from '../inactivity/keep-customer.ts';
import { type DocumentPage, documentPage } from '../legal/document-page.ts';
import { showKeptPage } from '../legal/show-kept-page.ts';
import { showPrivacyNotice } from '../legal/show-privacy-notice.ts';
import { showProgramRules } from '../legal/show-program-rules.ts';
import { perAddress, type RateLimiter } from '../lib/rate-limit.ts';
import { DOCUMENTS_PER_ADDRESS } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import type { Tenancy } from '../tenant.ts';
import { sendDocument } from './send-document.ts';

interface Dependencies {
  tenancy: Tenancy;
  limiter: RateLimiter;
  env: Pick<Environment, 'publicOrigin' | 'tokenSecrets' | 'platformIdentity'>;
}

type DocumentRequest = FastifyRequest<{
  Params: { slug: string; token?: string };
  Querystring: { versao?: unknown };
}>;

/**
 * Serves a merchant's own documents to everybody who has its slug. Where only employees work they are a
 * redirect to the customers' origin, and on a merchant's host no other merchant has one.
 */
export function registerMerchantDocuments(server: FastifyInstance, app: Dependencies): void {
  serve('/regulamento/:slug', async (merchantId, request) => {
    const { versao } = request.query;
    if (versao === undefined) return await showProgramRules(app, merchantId, undefined);
    const isVersion = typeof versao === 'string' && /^[1-9]\d{0,8}$/.test(versao);
    return isVersion ? await showProgramRules(app, merchantId, Number(versao)) : undefined;
  });
  serve('/privacidade/:slug', (merchantId) => showPrivacyNotice(app, merchantId));
  serve('/manter-meus-dados/:slug/:token', async (merchantId, { params: { token = '' } }, reply) => {
    reply.header('cache-control', 'no-store');
    const isKept = await keepCustomer(app, merchantId, token);
    return isKept === undefined ? undefined : await showKeptPage(app, merchantId, isKept);
  });

  function serve(
    path: string,
    show: (
      merchantId: string,
      request: DocumentRequest,
      reply: FastifyReply,
    ) => Promise<DocumentPage | undefined>,
  ): void {
    server.get(path, async (request: DocumentRequest, reply: FastifyReply) => {
      const host = request.tenantHost;
      if (host.kind === 'platform' && !host.servesCustomers)
        return reply.redirect(`${app.env.publicOrigin}${request.url}`, 302);
      await limitCalls(app.limiter, perAddress(DOCUMENTS_PER_ADDRESS, request.ip));
      const hostMerchantId = host.kind === 'merchant' ? host.merchantId : undefined;
      const merchantId = await resolveProgram(app.tenancy, hostMerchantId, request.params.slug);
      const document = merchantId === undefined ? undefined : await show(merchantId, request, reply);
      if (!document) return reply.callNotFound();
      return await sendDocument(request, reply, documentPage(document));
    });
  }
}
