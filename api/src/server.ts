import { fileURLToPath } from 'node:url';
import { EMPLOYEE_HEADER } from 'domain/session';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { App, Context } from './context.ts';
import type { HostResolver, RequestHost } from './domains/resolve-host.ts';
import { Refusal } from './errors.ts';
import { FILE_ROUTES } from './file-routes.ts';
import { registerCallErrors } from './http/call-errors.ts';
import { type Callers, createCallers } from './http/callers.ts';
import { registerCspReports } from './http/csp-reports.ts';
import { createCustomerDeviceCookie } from './http/customer-device-cookie.ts';
import { createDeviceCookie } from './http/device-cookie.ts';
import { createDrain, type Drain, registerDrain } from './http/drain.ts';
import { registerLedgerProbe } from './http/ledger-probe.ts';
import { registerRequestMetrics } from './http/metrics.ts';
import {
  admissionRules,
  CONNECTION_LIMITS,
  createGatedServer,
  freePlace,
  type GateParts,
} from './http/overload.ts';
import { assertMayMutate, assertMayRead } from './http/request-guard.ts';
import { registerLogContext, registerRequestIds, requestIdOf, trustOf } from './http/request-ids.ts';
import { registerCamera, registerSecurityHeaders } from './http/security-headers.ts';
import { registerSecurityTxt } from './http/security-txt.ts';
import { registerFileRoutes } from './http/serve-file-routes.ts';
import { registerRestRoutes } from './http/serve-rest-routes.ts';
import { createSessionCookie, createTabletCookie } from './http/session-cookie.ts';
import { registerTrpc } from './http/trpc-route.ts';
import { type Admission, type AdmissionRules, createAdmission } from './lib/admission.ts';
import { truncatedNetworkOf } from './lib/client-network.ts';
import type { Metrics } from './lib/metrics.ts';
import { withDeadline } from './lib/with-deadline.ts';
import { createFindPageMerchant } from './pages/find-page-merchant.ts';
import { registerFrontEnds } from './pages/front-ends.ts';
import { registerLegalPages } from './pages/legal-pages.ts';
import { registerLogoMedia } from './pages/logo-media.ts';
import { registerMerchantDocuments } from './pages/merchant-documents.ts';
import type { FindSessionMerchant } from './pages/remote-directory.ts';
import { registerSiteFiles } from './pages/site-files.ts';
import { registerStaffManifest } from './pages/staff-manifest.ts';
import { registerWebManifest } from './pages/web-manifest.ts';
import { REST_ROUTES } from './rest-routes.ts';
import type { StaffSession } from './staff-session.ts';

const MAX_BODY_BYTES = 16_384;
/** Longest wait of listening for the host names. Until they are loaded, each is looked up in the database. */
const NAMES_WITHIN_MS = 5_000;
const lateNames = () => new Error('the names of hosts are not in memory yet');

declare module 'fastify' {
  interface FastifyRequest {
    tenantHost: RequestHost;
  }
}

/** The repository is two folders up, from api/src and from api/dist alike. */
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

export interface ServerParts {
  drain: Drain;
  admissionRules: AdmissionRules;
  connectionLimits: typeof CONNECTION_LIMITS;
}

/**
 * Creates the HTTP server of one process: the API, and the front ends built below `root`. It does not listen
 * yet.
 */
export async function createServer(
  app: App,
  isReady: () => Promise<boolean>,
  root: string = REPOSITORY,
  {
    drain = createDrain(),
    admissionRules: rules = admissionRules(),
    connectionLimits: limits = CONNECTION_LIMITS,
  }: Partial<ServerParts> = {},
): Promise<FastifyInstance> {
  const scheme = new URL(app.env.appOrigin).protocol;
  const isTrusted = trustOf(app.env.trustProxy);
  const requestId = requestIdOf(isTrusted);
  const admission = createAdmission(rules);
  const cookie = createSessionCookie(scheme === 'https:');
  const callers = createCallers(cookie.read, isTrusted);
  const gate: GateParts = {
    ...{ limits, admission, drain, requestId },
    callerOf: callers.of,
    onShed: (what) => app.metrics?.countShed(what),
  };
  const server: FastifyInstance = Fastify({
    serverFactory: (handle) => createGatedServer(handle, gate),
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: isTrusted,
    genReqId: requestId,
    forceCloseConnections: 'idle',
    // Requests that still arrive while the process ends are answered: no other process has them.
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
  registerLedgerProbe(server, app);
  registerSecurityHeaders(server, scheme === 'https:');
  registerHosts(server, app.hosts);
  registerCamera(server);
  const device = createDeviceCookie(app.env.tokenSecrets[0], scheme === 'https:');
  const customerDevice = createCustomerDeviceCookie(app.env.tokenSecrets, scheme === 'https:');
  const tablet = createTabletCookie(scheme === 'https:');
  const parts = { callers, cookie, tablet, device, customerDevice };
  registerFileRoutes(server, FILE_ROUTES, {
    scheme,
    contextOf: (request, reply) => createContext(app, parts, request, reply),
  });
  registerRestRoutes(server, REST_ROUTES, app, callers);
  registerLogoMedia(server, app);
  registerCspReports(server, app);
  registerSecurityTxt(server, app.env);
  registerTrpc(server, drain.keep, async (request, reply) => {
    if (request.method === 'GET') assertMayRead(request, scheme);
    else assertMayMutate(request, scheme);
    return createContext(app, parts, request, reply);
  });
  const findPageMerchant = createFindPageMerchant(app);
  const findSessionMerchant: FindSessionMerchant = async (request) => {
    const token = cookie.read(request.headers.cookie);
    return token ? (await app.sessions.find(token))?.merchantId : undefined;
  };
  registerWebManifest(server, findPageMerchant);
  registerStaffManifest(server, findPageMerchant, findSessionMerchant);
  registerSiteFiles(server, findPageMerchant);
  registerMerchantDocuments(server, app);
  registerLegalPages(server, app.env);
  await registerFrontEnds(server, {
    root,
    findPageMerchant,
    findSessionMerchant,
    limiter: app.limiter,
    ...app.env,
  });
  return server;
}

/** Accepts JSON bodies only; a malformed one is refused as the caller's mistake. */
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
  // The body is discarded: the route refuses it with the right status.
  server.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
}

/** Registers metrics of requests in progress and waiting. */
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

/** Finds the host of each request. An unknown name gets a plain 404 that reveals no merchant. */
function registerHosts(server: FastifyInstance, hosts: HostResolver): void {
  server.decorateRequest('tenantHost');
  server.addHook('onReady', () =>
    withDeadline(hosts.start(), NAMES_WITHIN_MS, lateNames).catch(() => undefined),
  );
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
 * Rejects two Host headers and an absolute address (`GET http://other/`): two programs on the way could read
 * two different hosts from one request.
 */
function saysOneHost({ raw }: FastifyRequest): boolean {
  return raw.url?.startsWith('/') === true && countHostHeaders(raw.rawHeaders) <= 1;
}

function countHostHeaders(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length;
}

const DEVICE_HEADERS = ['user-agent', 'sec-ch-ua', 'sec-ch-ua-platform', 'accept-language'];

/** Finds the session; undefined if the call names another employee. */
async function findNamed(
  app: App,
  callers: Callers,
  request: FastifyRequest,
  token: string,
): Promise<StaffSession | undefined> {
  const staff = await app.sessions.find(token);
  if (staff) callers.learn(token, staff.merchantId);
  const named = request.headers[EMPLOYEE_HEADER];
  return named === undefined || named === staff?.employeeId ? staff : undefined;
}

function createContext(
  app: App,
  {
    callers,
    cookie,
    tablet,
    device,
    customerDevice,
  }: {
    callers: Callers;
    cookie: ReturnType<typeof createSessionCookie>;
    tablet: ReturnType<typeof createTabletCookie>;
    device: ReturnType<typeof createDeviceCookie>;
    customerDevice: ReturnType<typeof createCustomerDeviceCookie>;
  },
  request: FastifyRequest,
  reply: FastifyReply,
): Context {
  // Fastify reads the proxies' headers each time that it is asked.
  const { ip } = request;
  const sessionToken = cookie.read(request.headers.cookie);
  let found: Promise<StaffSession | undefined> | undefined;
  return {
    app,
    host: request.tenantHost,
    ip,
    userAgent: request.headers['user-agent'],
    freePlace: () => freePlace(request.raw),
    browser: () => ({
      network: truncatedNetworkOf(ip),
      deviceTraits: DEVICE_HEADERS.map((name) => request.headers[name] ?? '').join('\n'),
    }),
    sessionToken,
    session: () => {
      found ??= sessionToken ? findNamed(app, callers, request, sessionToken) : Promise.resolve(undefined);
      return found;
    },
    setSessionToken: (token) => void reply.header('set-cookie', cookie.write(token)),
    tabletToken: tablet.read(request.headers.cookie),
    setTabletToken: (token) => void reply.header('set-cookie', tablet.write(token)),
    deviceOf: (email) => device.find(request.headers.cookie, email),
    rememberDevice: (email, generation) =>
      void reply.header('set-cookie', device.write(request.headers.cookie, email, generation)),
    customerDevices: () => customerDevice.read(request.headers.cookie),
    setCustomerDevice: (merchantId, id) =>
      void reply.header('set-cookie', customerDevice.write(merchantId, id)),
  };
}
