import { createServer } from 'node:http';

/**
 * Each process's figures at an address that stays the same when the process is replaced: `GET /metrics/api-1`. Only on a
 * private address; `GET /` says which there are.
 * @param {{ metricsOf(name: string): Promise<string | undefined>, names(): string[] }} cluster
 */
export async function startMetricsAddress(cluster, { port, host }) {
  const server = createServer(async (request, response) => {
    const name = /^\/metrics\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    const text =
      request.url === '/'
        ? `${cluster
            .names()
            .map((each) => `/metrics/${each}`)
            .join('\n')}\n`
        : name && (await cluster.metricsOf(name));
    const type = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
    if (text) response.writeHead(200, type).end(text);
    else response.writeHead(404, type).end();
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
