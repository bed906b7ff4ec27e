// Parts of a cluster and their environments: the API's processes leave the jobs to the worker's.

/**
 * Seconds in which a process that is being replaced still serves: longer than a busy client's connection lies
 * idle.
 */
const DRAIN_DELAY = '3';
/**
 * Time in which a process must have ended after its drain; longer than its own limit
 * (api/src/run-as-process.ts).
 */
const ENDS_WITHIN_MS = 30_000;

/**
 * @param {{ processes: number, environment: Record<string, string | undefined>, api: string, worker: string
 *   }} cluster
 * @returns {import('./supervisor.mjs').Part[]}
 */
export function partsOf({ processes, environment, api, worker }) {
  const { TLS_ASK_PORT, METRICS_PORT, DATABASE_OWNER_URL, ...rest } = environment;
  const drainDelay = rest.DRAIN_DELAY || DRAIN_DELAY;
  const goneWithinMs = Number(drainDelay) * 1_000 + ENDS_WITHIN_MS;
  const shared = {
    // fork() adds to this process's own environment; an empty value means unset.
    DATABASE_OWNER_URL: '',
    ...rest,
    DRAIN_DELAY: drainDelay,
    // Each has an address of its own, which it tells; this process asks there for all.
    METRICS_PORT: '0',
    METRICS_HOST: '127.0.0.1',
  };
  const apis = Array.from({ length: processes }, (_, index) => ({
    name: `api-${index + 1}`,
    program: api,
    env: { ...shared, JOBS: 'off', TLS_ASK_PORT: TLS_ASK_PORT ?? '' },
    goneWithinMs,
  }));
  return [...apis, { name: 'worker', program: worker, env: { ...shared, TLS_ASK_PORT: '' }, goneWithinMs }];
}
