import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

/** Below /customer/, so the browser itself keeps it away from every page of the staff. */
const ADDRESS = '/customer/service-worker.js';
const FILE = 'service-worker.js';
/** It fetches this product's own files and runs nothing but itself. */
const POLICY = "default-src 'none'; connect-src 'self'; script-src 'self'";

/** What keeps a customer's balance page usable without a network; asked for again at each visit. */
export function registerServiceWorker(server: FastifyInstance, dist: string): void {
  server.get(ADDRESS, (request, reply) => {
    const host = request.tenantHost;
    const isHere = host.kind === 'merchant' || host.servesCustomers;
    if (!isHere || !existsSync(join(dist, FILE))) throw new Refusal('not_found');
    reply.header('content-security-policy', POLICY);
    return reply.sendFile(FILE, dist, { cacheControl: false });
  });
}
