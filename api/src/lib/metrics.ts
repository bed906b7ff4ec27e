import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Metrics of this process, as Prometheus reads them. Labels come from lists in the code: never a merchant, a
 * phone, an id or anything else that a caller may choose.
 */
export interface Metrics {
  /** All metrics, as text. Never rejects: values that cannot be read are left out. */
  read(): Promise<string>;
  observeRequest(labels: { route: string; status: string }, seconds: number): void;
  countShed(priority: string): void;
  countRefusedStream(limit: string): void;
  countPolicyReport(directive: string): void;
  countLimited(rule: string): void;
  countLoginFailure(labels: { outcome: 'wrong' | 'limited'; device: 'known' | 'unknown' }): void;
  observeJob(labels: { task: string; outcome: 'done' | 'failed' | 'given_up' }, seconds: number): void;
  /** Registers a number that is read when metrics are scraped. */
  watch(name: string, help: string, read: () => number): void;
  /** Registers numbers by one label, which are read when metrics are scraped. */
  watchEach(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void;
  watchPool(name: string, pool: pg.Pool): void;
  watchJobs(read: () => Promise<QueuedJobs[]>): void;
}

export interface QueuedJobs {
  task: string;
  /**
   * `ready`: a worker could claim them now. `later`: a retry or a scheduled run. `given_up`: kept for an
   * operator.
   */
  state: 'ready' | 'running' | 'later' | 'given_up';
  count: number;
  /** Seconds since the longest waiting job was due. */
  oldestSeconds: number;
}

const REQUEST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];
const WAIT_BUCKETS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1];
const JOB_BUCKETS = [0.01, 0.1, 0.5, 1, 5, 30, 300];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'cashback_http_request_seconds',
    help: 'Requests by route, until the answer was sent',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const shed = new Counter({
    name: 'cashback_http_turned_away_total',
    help: 'Requests that were told 503 because the process had no room for them, or 429 because one caller sent too many at once (one_caller), and connections that were closed',
    labelNames: ['priority'],
    registers,
  });
  const refusedStreams = new Counter({
    name: 'cashback_event_streams_refused_total',
    help: 'Event streams that were told 429, by whose were too many',
    labelNames: ['limit'],
    registers,
  });
  const policyReports = new Counter({
    name: 'cashback_csp_reports_total',
    help: 'What browsers told that the Content-Security-Policy stopped, by directive',
    labelNames: ['directive'],
    registers,
  });
  const limited = new Counter({
    name: 'cashback_limited_total',
    help: 'Calls that were refused because a limit was used up, by its rule',
    labelNames: ['rule'],
    registers,
  });
  const loginFailures = new Counter({
    name: 'cashback_login_failures_total',
    help: 'Logins that failed: a wrong e-mail or password, or refused unseen by a limit',
    labelNames: ['outcome', 'device'],
    registers,
  });
  const jobs = new Histogram({
    name: 'cashback_job_seconds',
    help: 'Jobs that this process worked off, by how they ended',
    labelNames: ['task', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  });
  return {
    read: () => registry.metrics(),
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    countShed: (priority) => shed.inc({ priority }),
    countRefusedStream: (limit) => refusedStreams.inc({ limit }),
    countPolicyReport: (directive) => policyReports.inc({ directive }),
    countLimited: (rule) => limited.inc({ rule }),
    countLoginFailure: (labels) => loginFailures.inc(labels),
    observeJob: (labels, seconds) => jobs.observe(labels, seconds),
    watch(name, help, read) {
      new Gauge({ name, help, registers, collect: gaugeOf((gauge) => gauge.set(read())) });
    },
    watchEach(name, help, label, read) {
      const collect = gaugeOf<string>(async (gauge) => {
        const numbers = await read();
        gauge.reset();
        for (const [value, number] of Object.entries(numbers)) gauge.set({ [label]: value }, number);
      });
      new Gauge({ name, help, labelNames: [label], registers, collect });
    },
    watchPool: createPoolWatch(registry),
    watchJobs: (read) => watchJobs(registry, read),
  };
}

/** Collects a gauge; a read that fails leaves out its values and no others. */
function gaugeOf<Label extends string>(read: (gauge: Gauge<Label>) => void | Promise<void>) {
  return async function collect(this: Gauge<Label>) {
    try {
      await read(this);
    } catch {
      this.reset();
    }
  };
}

function createPoolWatch(registry: Registry): Metrics['watchPool'] {
  const pools = new Map<string, pg.Pool>();
  const registers = [registry];
  new Gauge({
    name: 'cashback_database_connections',
    help: 'Connections of a pool by what they do; waiting is who waits for one',
    labelNames: ['pool', 'state'],
    registers,
    collect: gaugeOf<'pool' | 'state'>((gauge) => {
      for (const [name, { totalCount, idleCount, waitingCount }] of pools) {
        gauge.set({ pool: name, state: 'busy' }, totalCount - idleCount);
        gauge.set({ pool: name, state: 'idle' }, idleCount);
        gauge.set({ pool: name, state: 'waiting' }, waitingCount);
      }
    }),
  });
  const waits = new Histogram({
    name: 'cashback_database_wait_seconds',
    help: 'How long a connection was waited for',
    labelNames: ['pool', 'outcome'],
    buckets: WAIT_BUCKETS,
    registers,
  });
  return (name, pool) => {
    pools.set(name, pool);
    timeConnects(pool, (seconds, outcome) => waits.observe({ pool: name, outcome }, seconds));
  };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool says when it hands a connection out, not for how long that one was asked for. */
function timeConnects(pool: pg.Pool, onWaited: (seconds: number, outcome: 'got' | 'failed') => void): void {
  const connect = pool.connect.bind(pool) as (onConnected: Connected) => void;
  const timed = (onConnected?: Connected) => {
    const startedAt = performance.now();
    const note = (error: unknown) =>
      onWaited((performance.now() - startedAt) / 1_000, error ? 'failed' : 'got');
    if (onConnected) {
      return connect((error, client, done) => {
        note(error);
        onConnected(error, client, done);
      });
    }
    return new Promise<pg.PoolClient | undefined>((resolve, reject) => {
      connect((error, client) => {
        note(error);
        if (error) reject(error);
        else resolve(client);
      });
    });
  };
  pool.connect = timed as typeof pool.connect;
}

function watchJobs(registry: Registry, read: () => Promise<QueuedJobs[]>): void {
  const registers = [registry];
  const ages = new Gauge({
    name: 'cashback_jobs_oldest_seconds',
    help: 'Since the longest waiting job was due, by task',
    labelNames: ['task', 'state'],
    registers,
  });
  new Gauge({
    name: 'cashback_jobs',
    help: 'Jobs in the queue by task; those of the task deliver are deliveries that wait',
    labelNames: ['task', 'state'],
    registers,
    collect: gaugeOf<'task' | 'state'>(async (gauge) => {
      ages.reset();
      const queued = await read();
      gauge.reset();
      for (const { task, state, count, oldestSeconds } of queued) {
        gauge.set({ task, state }, count);
        if (state === 'ready') ages.set({ task, state }, oldestSeconds);
      }
    }),
  });
}
