import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { REMOTES } from 'domain/releases';
import { screenOwner } from 'domain/screens';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Environment } from '../env.ts';
import { shellPagePolicy } from '../http/content-security-policy.ts';
import type { RateLimiter } from '../lib/rate-limit.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import { createReleaseFiles } from '../releases/release-files.ts';
import { openReleaseStore } from '../releases/release-store.ts';
import { createReleases, type Releases } from '../releases/releases.ts';
import { readBuiltFiles } from '../releases/remote-build.ts';
import { chunkPreloads, preloadHeader } from './chunk-preloads.ts';
import { createCustomerPages } from './customer-pages.ts';
import type { FindPageMerchant } from './find-page-merchant.ts';
import { CUSTOMER_PAGES, otherOriginFor } from './page-origin.ts';
import { type FindSessionMerchant, registerRemoteDirectory } from './remote-directory.ts';
import { registerReleaseFiles } from './serve-release-files.ts';
import { registerServiceWorker } from './service-worker.ts';

const ENTRANCES = ['login', 'signup', 'forgot-password', 'set-password', 'confirm-email', 'not-me'];
/** Names with a content hash never change their content; everything else is asked for again each time. */
const HASHED_NAME = /\.[0-9a-f]{8,}\.(?:js|css|svg|png|webp|woff2)$/;

/**
 * Saves the round trip in which the shell would find out which remotes there are; a customer's page holds its
 * own.
 */
const PRELOAD_REMOTES = '</remotes.json>; rel=preload; as=fetch; crossorigin';
/** Longest wait of the start for the releases. Until they are read, the builds beside the API are shown. */
const RELEASES_WITHIN_MS = 5_000;
const lateReleases = () => new Error('the releases were not read yet');

export interface FrontEnds
  extends Pick<Environment, 'appOrigin' | 'publicOrigin' | 'releases' | 'releasesEverySeconds'> {
  findPageMerchant: FindPageMerchant;
  findSessionMerchant: FindSessionMerchant;
  limiter: RateLimiter;
  /** The repository's root; each front end was built into its own `dist`. */
  root: string;
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
  // Source maps stay on the server: they are for reading error reports, not for visitors.
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
  const releases = followReleases(server, frontEnds);
  registerRemoteDirectory(server, releases, frontEnds.findSessionMerchant);
  registerServiceWorker(server, releases);

  // A link's preview fetches its picture by a whole address.
  const html = readFileSync(page, 'utf8').replace(
    'content="/assets/',
    `content="${frontEnds.appOrigin}/assets/`,
  );
  const sendCustomerPage = createCustomerPages({ ...frontEnds, html, releases });
  const shellLinks = shellPreloads(shell);
  const policy = shellPagePolicy(html);
  const sendShell = (reply: FastifyReply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const wantsPage =
      /^(?:GET|HEAD)$/.test(request.method) && /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
    const isScreen = screenOwner(path) !== undefined;
    if (!wantsPage || (!isScreen && /\.[a-z0-9]{1,8}$/i.test(path))) return sayNotFound(reply);
    // A personal page has 'no-store' already; the others are asked for again each time.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    // The shell leads on from there, as from '/'.
    if (!isScreen) return sendShell(reply.code(404));
    const origin = otherOriginFor(request.url, request.tenantHost, frontEnds);
    if (origin !== undefined) return reply.redirect(`${origin}${request.url}`, 302);
    if (CUSTOMER_PAGES.test(request.url)) return sendCustomerPage(request, reply);
    const links = shellLinks(path);
    if (links) reply.header('link', links);
    return sendShell(reply);
  });
}

/**
 * Follows the release that each remote shows, and serves the files of all releases; without a store only the
 * builds beside the API.
 */
function followReleases(server: FastifyInstance, frontEnds: FrontEnds): Releases {
  const { root, releases: place, releasesEverySeconds, limiter } = frontEnds;
  const store = place && openReleaseStore(place);
  const files = store && createReleaseFiles(store);
  if (files) registerReleaseFiles(server, { files, limiter });
  const everyMs = releasesEverySeconds * 1_000;
  const releases = createReleases({ store, files, root, everyMs, log: server.log });
  server.addHook('onReady', () =>
    withDeadline(releases.start(), RELEASES_WITHIN_MS, lateReleases).catch(() => undefined),
  );
  server.addHook('onClose', () => releases.stop());
  return releases;
}

/**
 * The way in is a screen of the shell's own, with the router, which the page's first file asks for; behind it
 * come remotes.
 */
function shellPreloads(shell: string): (path: string) => string {
  const built = readBuiltFiles(shell, '/');
  const header = (name: string) =>
    preloadHeader(chunkPreloads(built, ['./routed-app.tsx', 'react-router-dom', `./routes/${name}.tsx`]));
  const entrances = new Map(ENTRANCES.map((name) => [`/${name}`, header(name)]));
  const staffArea = [PRELOAD_REMOTES, header('staff-area')].filter(Boolean).join(', ');
  return (path) => entrances.get(path) ?? staffArea;
}

/** Answers without repeating the address, which is the caller's own text. */
function sayNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Não encontrado');
}
