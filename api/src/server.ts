import { fileURLToPath } from 'node:url';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { StaffSession } from './auth/lucia.ts';
import type { App, Context } from './context.ts';
import type { HostResolver, RequestHost } from './domains/resolve-host.ts';
import { Refusal } from './errors.ts';
import { registerCallErrors } from './http/call-errors.ts';
import { createDrain, type Drain, registerDrain } from './http/drain.ts';
import { registerFrontEnds } from './http/front-ends.ts';
import { registerLogoMedia } from './http/logo-media.ts';
import { registerRequestMetrics } from './http/metrics.ts';
import { registerOperatorProbe } from './http/operator-probe.ts';
import { ADMISSION_RULES, createGatedServer } from './http/overload.ts';
import { assertMayMutate } from './http/request-guard.ts';
import { registerLogContext, registerRequestIds, requestIdOf, trustOf } from './http/request-ids.ts';
import { registerRestRoutes } from './http/rest-routes.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { createSessionCookie } from './http/session-cookie.ts';
import { registerStaffRoutes } from './http/staff-routes.ts';
import { registerTrpc } from './http/trpc-route.ts';
import { registerWebManifest } from './http/web-manifest.ts';
import { type Admission, type AdmissionRules, createAdmission, type Priority } from './lib/admission.ts';
import { inTime } from './lib/in-time.ts';
import type { Metrics } from './lib/metrics.ts';
import { createFindPageMerchant } from './pages/find-page-merchant.ts';
import { REST_ROUTES } from './rest-routes.ts';
import { STAFF_ROUTES } from './staff-routes.ts';

const MAX_BODY_BYTES = 16_384;
/** How long listening waits for the names of hosts. Until they are there the database is asked for each. */
const NAMES_WITHIN_MS = 5_000;
const lateNames = () => new Error('the names of hosts are not in memory yet');

declare module 'fastify' {
  interface FastifyRequest {
    tenantHost: RequestHost;
  }
}

/** From api/src and from api/dist alike, the repository is two folders up. */
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

export interface ServerParts {
  drain: Drain;
  admissionRules: AdmissionRules;
}

/** The HTTP server of one process: the API, and below `root` the front ends where they are built. Not listening yet. */
export async function createServer(
  app: App,
  isReady: () => Promise<boolean>,
  root: string = REPOSITORY,
  { drain = createDrain(), admissionRules = ADMISSION_RULES }: Partial<ServerParts> = {},
): Promise<FastifyInstance> {
  const scheme = new URL(app.env.appOrigin).protocol;
  const isTrusted = trustOf(app.env.trustProxy);
  const requestId = requestIdOf(isTrusted);
  const admission = createAdmission(admissionRules);
  const onTurnedAway = (priority: Priority) => app.metrics?.countTurnedAway(priority);
  const server: FastifyInstance = Fastify({
    serverFactory: (handle) => createGatedServer(handle, { admission, drain, requestId, onTurnedAway }),
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: isTrusted,
    genReqId: requestId,
    forceCloseConnections: 'idle',
    // What still arrives while the process ends is answered: nobody else has it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_024 },
  });
  acceptOnlyJson(server);
  registerCallErrors(server);
  registerRequestIds(server);
  registerDrain(server, drain);
  registerLogContext(server);
  if (app.metrics) watchLoad(server, app.metrics, admission, drain);
  registerProbes(server, isReady);
  registerOperatorProbe(server, app);
  registerSecurityHeaders(server, scheme === 'https:');
  registerHosts(server, app.hosts);
  const cookie = createSessionCookie(scheme === 'https:');
  registerStaffRoutes(server, STAFF_ROUTES, {
    scheme,
    contextOf: (request, reply) => createContext(app, cookie, request, reply),
  });
  registerRestRoutes(server, REST_ROUTES, app);
  registerLogoMedia(server, app);
  registerTrpc(server, drain.keep, async (request, reply) => {
    if (request.method !== 'GET') assertMayMutate(request, scheme);
    return createContext(app, cookie, request, reply);
  });
  const findPageMerchant = createFindPageMerchant(app);
  registerWebManifest(server, findPageMerchant);
  await registerFrontEnds(server, {
    root,
    findPageMerchant,
    findSessionMerchant: async (request) => {
      const token = cookie.read(request.headers.cookie);
      return token ? (await app.sessions.find(token))?.merchantId : undefined;
    },
    limiter: app.limiter,
    ...app.env,
  });
  return server;
}

/** Bodies are JSON or refused; a malformed one is the caller's mistake, not ours. */
function acceptOnlyJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new Refusal('bad_request'), undefined);
    }
  });
  // Read as nothing: the route refuses it with the right status.
  server.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
}

/** What is told of the crowd at the gate. */
function watchLoad(server: FastifyInstance, metrics: Metrics, admission: Admission, drain: Drain): void {
  registerRequestMetrics(server, metrics);
  metrics.watch('cashback_http_in_flight', 'Requests being answered', () => admission.running());
  metrics.watch('cashback_http_waiting', 'Requests that wait for room', () => admission.waiting());
  metrics.watch('cashback_event_streams', 'Browsers that wait for a confirmation', () => drain.streams());
}

function registerProbes(server: FastifyInstance, isReady: () => Promise<boolean>): void {
  server.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'));
  server.get('/readyz', async (_request, reply) =>
    (await isReady())
      ? reply.type('text/plain').send('ready')
      : reply.code(503).type('text/plain').send('not ready'),
  );
}

/** Nobody here answers to an unknown name: a plain 404 that says nothing of any merchant. */
function registerHosts(server: FastifyInstance, hosts: HostResolver): void {
  server.decorateRequest('tenantHost');
  server.addHook('onReady', () => inTime(hosts.start(), NAMES_WITHIN_MS, lateNames).catch(() => undefined));
  server.addHook('onClose', () => hosts.stop());
  server.addHook('onRequest', async (request, reply) => {
    if (!saysOneHost(request)) {
      return await reply.code(400).type('text/plain; charset=utf-8').send('Requisição inválida');
    }
    if (request.url === '/healthz' || request.url === '/readyz') return;
    const host = await hosts.resolve(request.headers.host);
    if (!host) return await reply.code(404).type('text/plain; charset=utf-8').send('Não encontrado');
    request.tenantHost = host;
  });
}

/**
 * Two Host headers, or an address with a host of its own (`GET http://other/`), would let two programs on the way read two
 * different hosts from one request.
 */
function saysOneHost({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  return raw.url?.startsWith('/') === true && names.filter((name) => /^host$/i.test(name)).length <= 1;
}

function createContext(
  app: App,
  cookie: ReturnType<typeof createSessionCookie>,
  request: FastifyRequest,
  reply: FastifyReply,
): Context {
  const sessionToken = cookie.read(request.headers.cookie);
  let found: Promise<StaffSession | undefined> | undefined;
  return {
    app,
    host: request.tenantHost,
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    sessionToken,
    session: () => {
      found ??= sessionToken ? app.sessions.find(sessionToken) : Promise.resolve(undefined);
      return found;
    },
    setSessionToken: (token) => void reply.header('set-cookie', cookie.write(token)),
  };
}
