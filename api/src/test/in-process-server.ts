import { createHttpClient, type HttpClient } from 'testing/http-client';
import { createRawClient, type RawAnswer, type RawRequest } from 'testing/raw-client';
import { createApp } from '../app.ts';
import type { App } from '../context.ts';
import type { Clock } from '../lib/clock.ts';
import { createServer, type ServerParts } from '../server.ts';
import { clocks } from './money-app.ts';
import { readTestEnvironment } from './read-test-environment.ts';

/** A running server in the test's own process, so that a test may move its clock and look into it. */
export interface InProcessServer {
  app: App;
  url: string;
  client: HttpClient;
  ask(address: string, options?: RawRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

/**
 * Believes X-Forwarded-For of the loopback and takes any loopback Host for the platform's, unless `env` says
 * otherwise.
 */
export async function startInProcessServer(
  databaseUrl: string,
  options: {
    clock?: Clock;
    env?: Record<string, string>;
    /** Root of the front ends, in the repository's place. */
    root?: string;
    parts?: Partial<ServerParts>;
  } = {},
): Promise<InProcessServer> {
  const env = readTestEnvironment(databaseUrl, {
    TRUST_PROXY: 'loopback',
    // No server listens there, so a query fails at once: no test asks a real name server.
    DNS_SERVERS: '127.0.0.1:9',
    PORT: '0',
    ...options.env,
  });
  const { app, isReady, close } = await createApp(env, options.clock ? { clock: options.clock } : {});
  if (options.clock) clocks.set(app.tenancy, options.clock);
  const server = await createServer(app, isReady, options.root, options.parts);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const client = createHttpClient(url);
  const raw = createRawClient(url);
  return {
    app,
    url,
    client,
    ask: raw.ask,
    async close() {
      client.close();
      raw.close();
      const closed = server.close();
      server.server.closeAllConnections();
      await closed;
      await close();
    },
  };
}
