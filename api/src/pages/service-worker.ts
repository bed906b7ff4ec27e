import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import type { Releases } from '../releases/releases.ts';

/** Below /customer/, so the browser itself keeps it away from every page of the employees. */
const ADDRESS = '/customer/service-worker.js';
/** Policy of the service worker: it fetches this product's own files and runs nothing but itself. */
const POLICY = "default-src 'none'; connect-src 'self'; script-src 'self'";

/**
 * Serves the service worker that keeps a customer's balance page usable without a network; browsers ask for
 * it again at each visit. One serves all merchants of a host, so the platform's host has one for all of them.
 */
export function registerServiceWorker(server: FastifyInstance, releases: Pick<Releases, 'buildFor'>): void {
  server.get(ADDRESS, (request, reply) => {
    const host = request.tenantHost;
    const isHere = host.kind === 'merchant' || host.servesCustomers;
    const merchantId = host.kind === 'merchant' ? host.merchantId : undefined;
    const { serviceWorker } = releases.buildFor('mfe-customer', merchantId);
    if (!isHere || !serviceWorker) throw new Refusal('not_found');
    return reply
      .header('content-security-policy', POLICY)
      .type('text/javascript; charset=utf-8')
      .send(serviceWorker);
  });
}
