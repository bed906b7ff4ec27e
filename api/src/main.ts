import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { loadWebAuthn } from './auth/web-authn.ts';
import type { App } from './context.ts';
import { areOneSite } from './domains/one-site.ts';
import { readEnvironment } from './env.ts';
import { createDrain, type Drain } from './http/drain.ts';
import { type MonitoringAddress, startMonitoringAddress } from './http/metrics.ts';
import { startTlsAsk, type TlsAsk } from './http/tls-ask.ts';
import { runAsProcess } from './run-as-process.ts';
import { createServer } from './server.ts';
import { type Jobs, startJobs } from './start-jobs.ts';

/** The journeys start the process inside their own and set longer limits. */
export { timeLimits } from './lib/time-limits.ts';

/** Longest wait for requests in progress when the process is told to stop. */
const DRAIN_MS = 5_000;
const READY_POLL_MS = 50;

export interface RunningServer {
  url: string;
  /** URL where the TLS front asks about hosts, if TLS_ASK_PORT is set. */
  tlsAskUrl: string | undefined;
  /** URL for Prometheus and an orchestrator's probes, if METRICS_PORT is set. */
  monitoringUrl: string | undefined;
  drainDelayMs: number;
  close(): Promise<void>;
}

/**
 * Connections that the system queues while the process is busy. One beyond them is retried after one second,
 * then three: under overload a queued connection learns sooner that it is shed.
 */
const BACKLOG = 4_096;

/** The parts that have been started so far. */
interface Parts {
  server?: FastifyInstance;
  tlsAsk?: TlsAsk | undefined;
  monitoring?: MonitoringAddress | undefined;
  jobs?: Jobs | undefined;
}

/**
 * Starts one API process with the environment given. Throws with a readable message when that is not usable.
 */
export async function startServer(source: NodeJS.ProcessEnv): Promise<RunningServer> {
  const env = readEnvironment(source);
  const starting = createApp(env);
  // While it waits for the database. At the first passkey it would hold up every call of the process.
  await Promise.all([loadWebAuthn(), starting]);
  const { app, isReady, tenancyOver, close } = await starting;
  warnOfOneSite(app);
  warnOfLostOwners(app);
  const drain = createDrain();
  const mayServe = async () => !drain.isDraining() && (await isReady());
  const parts: Parts = {};
  try {
    parts.tlsAsk = env.tlsAsk && (await startTlsAsk(app.hosts, env.tlsAsk));
    parts.server = await createServer(app, mayServe, undefined, { drain });
    // In a cluster all workers share one port: a worker that listens gets its share of connections, ready or
    // not.
    if (cluster.isWorker) await untilReady(parts.server, mayServe);
    const url = await parts.server.listen({ port: env.port, host: env.host, backlog: BACKLOG });
    parts.monitoring = await openMonitoringAddress(app, mayServe);
    parts.jobs = env.jobs === 'on' ? startJobs(app, tenancyOver) : undefined;
    return {
      url,
      tlsAskUrl: parts.tlsAsk?.url,
      monitoringUrl: parts.monitoring?.url,
      drainDelayMs: env.drainDelayMs,
      async close() {
        await stop(parts, drain, env.drainDelayMs);
        await close();
      },
    };
  } catch (error) {
    await stop(parts, drain, 0);
    await close();
    throw error;
  }
}

/** Plain http means a developer's machine, where one site is expected. */
function warnOfOneSite({ env: { appOrigin, publicOrigin }, log }: App): void {
  if (!appOrigin.startsWith('https:') || !areOneSite(appOrigin, publicOrigin)) return;
  log.warn(
    { appOrigin, publicOrigin },
    'APP_ORIGIN and PUBLIC_ORIGIN are one site, so merchants’ tags run beside staff sessions: give PUBLIC_ORIGIN a registrable domain of its own',
  );
}

/** Warns where 'Esqueci minha senha' can neither send a link nor name a contact. */
function warnOfLostOwners({ env: { appOrigin, mail, supportContact }, log }: App): void {
  if (!appOrigin.startsWith('https:') || mail || supportContact) return;
  log.warn(
    'neither SMTP_URL nor SUPPORT_CONTACT is set: an owner who forgets the password gets neither a link nor a contact',
  );
}

async function untilReady(server: FastifyInstance, isReady: () => Promise<boolean>): Promise<void> {
  await server.ready();
  while (!(await isReady())) await wait(READY_POLL_MS);
}

async function openMonitoringAddress(
  { env, metrics }: App,
  isReady: () => Promise<boolean>,
): Promise<MonitoringAddress | undefined> {
  return env.metrics && metrics ? await startMonitoringAddress({ metrics, isReady }, env.metrics) : undefined;
}

/**
 * Stops without losing a request, in this order: report not ready, so that balancers choose others; serve
 * until they do; accept no new connection and finish requests in progress. Event streams are closed, so that
 * they reconnect elsewhere.
 */
async function stop(
  { server, tlsAsk, monitoring, jobs }: Parts,
  drain: Drain,
  delayMs: number,
): Promise<void> {
  drain.begin();
  const jobsStopped = jobs?.stop();
  if (delayMs > 0) await wait(delayMs);
  const closed = Promise.all([server?.close(), tlsAsk?.close(), jobsStopped]);
  drain.endStreams();
  const cut = setTimeout(() => server?.server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
  await monitoring?.close();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  runAsProcess(() => startServer(process.env));
}
