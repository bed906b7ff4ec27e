import type { FastifyInstance } from 'fastify';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts';

/**
 * Pages whose URL holds a phone number or a token, and those about a customer's data, a password, an e-mail
 * or a security notice: not cached, not indexed, and without a Referer. Case-insensitive, as the pages' own
 * router.
 */
const PERSONAL_PAGES =
  /^\/(?:(?:customer|meus-dados)\/|(?:(?:set|forgot)-password|confirm-email|not-me)(?![\w-]))/i;

const permissionsPolicy = (camera: '()' | '(self)') => `camera=${camera}, microphone=(), geolocation=()`;

export function registerSecurityHeaders(server: FastifyInstance, isHttps: boolean): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    reply.header('x-content-type-options', 'nosniff');
    // Also for a remote's files: the shell loads them from its own origin.
    reply.header('cross-origin-resource-policy', 'same-origin');
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const isPersonal = PERSONAL_PAGES.test(request.url);
    // Documents alone heed these three, and each byte of a confirmation's answer counts (0022).
    if (!request.url.startsWith('/trpc/')) {
      reply.header('cross-origin-opener-policy', 'same-origin');
      reply.header('permissions-policy', permissionsPolicy('()'));
      reply.header('referrer-policy', isPersonal ? 'no-referrer' : 'same-origin');
    }
    if (isPersonal) {
      reply.header('x-robots-tag', 'noindex, nofollow');
      reply.header('cache-control', 'no-store');
    }
    done();
  });
}

/** Lets employees' pages read a customer's code by the camera. Register it after the host is known. */
export function registerCamera(server: FastifyInstance): void {
  server.addHook('onRequest', ({ tenantHost: host }, reply, done) => {
    if (host?.kind === 'platform' && host.servesEmployees && reply.hasHeader('permissions-policy'))
      reply.header('permissions-policy', permissionsPolicy('(self)'));
    done();
  });
}
