import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isExternalRequest } from '../http/is-external-request.ts';

interface ClusterMetrics {
  names(): string[];
  /** Undefined where there is no such process, or it does not answer. */
  metricsOf(name: string): Promise<string | undefined>;
}

export interface MetricsAddress {
  url: string;
  close(): void;
}

/**
 * Serves each process's metrics at an address that stays the same when the process is replaced: `GET
 * /metrics/api-1`. `GET /` lists the names. The processes are asked from this machine, so external requests
 * are refused here.
 */
export async function startMetricsAddress(
  cluster: ClusterMetrics,
  { port, host }: { port: number; host: string },
): Promise<MetricsAddress> {
  const server = createServer((request, response) => {
    request.resume();
    void answer(cluster, request).then(({ status, text }) => {
      const headers = {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      };
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  const { address, family, port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  { names, metricsOf }: ClusterMetrics,
  request: IncomingMessage,
): Promise<{ status: number; text: string }> {
  if (isExternalRequest(request)) return { status: 403, text: '' };
  if (request.method !== 'GET') return { status: 405, text: '' };
  if (request.url === '/')
    return {
      status: 200,
      text: names()
        .map((name) => `/metrics/${name}\n`)
        .join(''),
    };
  const name = /^\/metrics\/([\w-]+)$/.exec(request.url ?? '')?.[1];
  if (name === undefined || !names().includes(name)) return { status: 404, text: '' };
  const text = await metricsOf(name);
  return text === undefined ? { status: 503, text: '' } : { status: 200, text };
}
