import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FirstPaint } from 'domain/first-paint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FindPageMerchant } from '../pages/find-page-merchant.ts';
import { preloadHeader, readChunkPreloads } from './chunk-preloads.ts';
import { createCustomerPages } from './customer-pages.ts';
import { CUSTOMER_PAGES, otherOriginFor } from './page-origin.ts';
import { registerServiceWorker } from './service-worker.ts';

const REMOTES = ['mfe-backoffice', 'mfe-customer', 'mfe-analytics'] as const;
const ENTRANCES = ['login', 'signup', 'forgot-password', 'set-password'];
/** Names with a content hash never change their content; everything else is asked for again each time. */
const HASHED_NAME = /\.[0-9a-f]{8,}\.(?:js|css|svg|png|webp|woff2)$/;

/** Saves the round trips in which the shell would find out which remote the page needs; a first paint has its own. */
const PRELOAD_REMOTES = '</remotes.json>; rel=preload; as=fetch; crossorigin';
const PRELOAD_CUSTOMER_REMOTE = [
  PRELOAD_REMOTES,
  '</remotes/mfe-customer/remoteEntry.js>; rel=preload; as=script',
].join(', ');

export interface FrontEnds {
  findPageMerchant: FindPageMerchant;
  /** The repository's root; each front end was built into its own `dist`. */
  root: string;
  appOrigin: string;
  publicOrigin: string;
}

/** Serves the shell's page for every screen, its assets, and the three remotes, each from its own folder. */
export async function registerFrontEnds(server: FastifyInstance, frontEnds: FrontEnds): Promise<void> {
  const { root } = frontEnds;
  const shell = join(root, 'shell/dist');
  const page = join(shell, 'index.html');
  if (!existsSync(page)) {
    server.log.warn('the front ends are not built; only the API is served');
    server.setNotFoundHandler((_request, reply) => sayNotFound(reply));
    return;
  }
  const setHeaders = (reply: { setHeader: (name: string, value: string) => void }, path: string) => {
    reply.setHeader(
      'cache-control',
      HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
  };
  // Source maps stay on the server: they are for whoever reads an error report, not for every visitor.
  const allowedPath = (path: string) => !path.endsWith('.map');
  const folder = {
    allowedPath,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders,
  } as const;
  await server.register(fastifyStatic, { ...folder, root: join(shell, 'assets'), prefix: '/assets/' });
  for (const remote of REMOTES) {
    await server.register(fastifyStatic, {
      ...folder,
      root: join(root, remote, 'dist'),
      prefix: `/remotes/${remote}/`,
      decorateReply: false,
    });
  }
  server.get('/remotes.json', (_request, reply) =>
    reply.sendFile('remotes.json', shell, { cacheControl: false }),
  );
  registerServiceWorker(server, join(root, 'mfe-customer/dist'));

  const html = readFileSync(page, 'utf8');
  const firstPaint = readFirstPaint(join(root, 'mfe-customer/dist/first-paint.json'));
  const preloads = customerPreloads(join(root, 'mfe-customer/dist'));
  const sendCustomerPage = createCustomerPages({ ...frontEnds, html, firstPaint, preloads });
  const shellLinks = shellPreloads(shell);
  server.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
    const isFile = /\.[a-z0-9]{1,8}$/i.test(request.url.split('?')[0] ?? '');
    if (!wantsPage || (isFile && !request.url.startsWith('/customer/'))) {
      return sayNotFound(reply);
    }
    const origin = otherOriginFor(request.url, request.tenantHost, frontEnds);
    if (origin !== undefined) return reply.redirect(`${origin}${request.url}`, 302);
    // A personal page was told 'no-store' already; the others are asked for again each time.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    if (CUSTOMER_PAGES.test(request.url)) {
      if (!firstPaint) reply.header('link', PRELOAD_CUSTOMER_REMOTE);
      return sendCustomerPage(request, reply);
    }
    const links = shellLinks(request.url.split('?')[0] ?? '');
    if (links) reply.header('link', links);
    return reply.type('text/html; charset=utf-8').send(html);
  });
}

/** What each screen of the customer remote's downloads beside its entry, by the names that its build gives it. */
function customerPreloads(dist: string) {
  const files = (...names: string[]) =>
    readChunkPreloads(dist, '/remotes/mfe-customer/', ['./app', ...names]);
  return {
    cashback: files(),
    redemption: files(),
    dashboard: files('./routes/dashboard.tsx'),
    signup: files('./routes/signup.tsx'),
  };
}

/** The way in is a screen of the shell's own, with the router, which the page's first file asks for; behind it come remotes. */
function shellPreloads(shell: string): (path: string) => string {
  const header = (name: string) =>
    preloadHeader(
      readChunkPreloads(shell, '/', ['./routed-app.tsx', 'react-router-dom', `./routes/${name}.tsx`]),
    );
  const entrances = new Map(ENTRANCES.map((name) => [`/${name}`, header(name)]));
  const staffArea = [PRELOAD_REMOTES, header('staff-area')].filter(Boolean).join(', ');
  return (path) => entrances.get(path) ?? staffArea;
}

/** Undefined where the customer remote is older than its first paint. */
function readFirstPaint(path: string): FirstPaint | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FirstPaint) : undefined;
}

/** Without the address, which is the caller's own text. */
function sayNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Não encontrado');
}
