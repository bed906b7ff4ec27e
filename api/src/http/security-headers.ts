import type { FastifyInstance } from 'fastify';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts';

/**
 * Pages whose address holds a phone number or a token, and those about somebody's password or
 * e-mail: nobody stores them, indexes them or hears of their address.
 * The pages' own router takes capitals for small letters, so this does too.
 */
const PERSONAL_PAGES = /^\/(?:customer\/|(?:(?:set|forgot)-password|confirm-email)(?![\w-]))/i;

export function registerSecurityHeaders(server: FastifyInstance, isHttps: boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cross-origin-opener-policy', 'same-origin');
    // A remote's files too: the shell loads them from its own origin.
    reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const isPersonal = PERSONAL_PAGES.test(request.url);
    reply.header('referrer-policy', isPersonal ? 'no-referrer' : 'same-origin');
    if (isPersonal) {
      reply.header('x-robots-tag', 'noindex, nofollow');
      reply.header('cache-control', 'no-store');
    }
  });
}
