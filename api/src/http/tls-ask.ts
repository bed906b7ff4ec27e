import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostResolver } from '../domains/resolve-host.ts';

/** The address where the TLS front asks whether a name is ours, before it gets a certificate. */
export interface TlsAsk {
  /** 'http://127.0.0.1:3080/ask' */
  url: string;
  close(): Promise<void>;
}

/** Headers of a request that came through a proxy, and so perhaps from outside. */
const PASSED_ON = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/;
/** Longer than a front keeps an idle connection (90 s in Caddy), so that none is closed as it is reused. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Answers `GET /ask?domain=` on an address reachable only from the machine or its private network: 200 if the
 * name is ours, 403 if not, 503 until the names are loaded. Answers from memory, so strangers' names cost
 * neither a certificate nor a query, and ours are known while the database is away.
 */
export async function startTlsAsk(
  hosts: Pick<HostResolver, 'knows'>,
  { port, host }: { port: number; host: string },
): Promise<TlsAsk> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 5_000, headersTimeout: 5_000, maxHeaderSize: 4_096 },
    (request, response) => {
      request.resume();
      response.writeHead(answer(hosts, request), { 'content-length': '0' }).end();
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  const { address, family, port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}/ask`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(hosts: Pick<HostResolver, 'knows'>, request: IncomingMessage): number {
  if (Object.keys(request.headers).some((name) => PASSED_ON.test(name))) return 403;
  const [path, query] = (request.url ?? '').split('?', 2);
  if (path !== '/ask') return 404;
  if (request.method !== 'GET') return 405;
  const asked = new URLSearchParams(query).getAll('domain');
  const isKnown = asked.length === 1 && hosts.knows(asked[0] ?? '');
  return isKnown === undefined ? 503 : isKnown ? 200 : 403;
}
