import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../lib/metrics.ts';
import { isExternalRequest } from './is-external-request.ts';
import { procedureAt } from './trpc-route.ts';

/** The address for the platform's own programs: Prometheus for metrics, an orchestrator for health. */
export interface MonitoringAddress {
  /** 'http://127.0.0.1:9464' */
  url: string;
  close(): Promise<void>;
}

/** Longer than Prometheus's usual 15 s between two scrapes. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Serves /metrics, /readyz and /healthz on an address of its own, never on the public port. Requests from the
 * internet or through a proxy are refused.
 */
export async function startMonitoringAddress(
  { metrics, isReady }: { metrics: Metrics; isReady: () => Promise<boolean> },
  { port, host }: { port: number; host: string },
): Promise<MonitoringAddress> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 5_000, headersTimeout: 5_000, maxHeaderSize: 8_192 },
    (request, response) => {
      request.resume();
      void answer(request, { metrics, isReady }).then(({ status, text }) => send(response, status, text));
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: processes that share one public port have an address each.
    server.listen({ port, host, exclusive: true }, resolve);
  });
  const { address, family, port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(text);
}

async function answer(
  request: IncomingMessage,
  { metrics, isReady }: { metrics: Metrics; isReady: () => Promise<boolean> },
): Promise<{ status: number; text: string }> {
  if (isExternalRequest(request)) return { status: 403, text: '' };
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, text: '' };
  if (request.url === '/healthz') return { status: 200, text: 'ok' };
  if (request.url === '/readyz')
    return (await isReady()) ? { status: 200, text: 'ready' } : { status: 503, text: 'not ready' };
  return request.url === '/metrics' ? { status: 200, text: await metrics.read() } : { status: 404, text: '' };
}

/** Records each answer under its route as the code names it. */
export function registerRequestMetrics(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor((request.refusalStatus ?? reply.statusCode) / 100)}xx`;
    metrics.observeRequest({ route: routeOf(request), status }, reply.elapsedTime / 1_000);
    done();
  });
}

/**
 * 'trpc cashback.issue', 'trpc batch', '/api/v1/purchases', 'page'. Unknown names become 'trpc unknown' or
 * 'page'.
 */
function routeOf(request: FastifyRequest): string {
  const route = request.routeOptions.url;
  if (route === undefined) return 'page';
  if (route !== '/trpc/*') return route;
  const name = (request.params as { '*': string })['*'];
  if (name.includes(',')) return 'trpc batch';
  return `trpc ${procedureAt(name) ? name : 'unknown'}`;
}
