// npm start -- --cluster: the product as several processes on one port, with a worker for the jobs and a
// Redis between them. `-- --processes 4` says how many API processes, `-- --restart` replaces those of the
// cluster that runs, one by one.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { buildProduct, prepareDatabase, printWelcome, productEnvironment, readPort, stopOnSignals } =
  await import('./lib/product.mjs');

/**
 * Longest shutdown: a process that is told to stop serves for a while longer, and lets calls under way end.
 */
const SHUTDOWN_LIMIT_MS = 60_000 + (Number(process.env.DRAIN_DELAY) || 0) * 1_000;
const PROCESSES = { usual: 2, most: 64 };

const say = (line) => console.log(`• ${line}`);
const { isStopping, onStop, fail } = stopOnSignals(SHUTDOWN_LIMIT_MS);

function readProcesses(args) {
  const at = args.indexOf('--processes');
  if (at === -1) return PROCESSES.usual;
  const count = Number(args[at + 1]);
  if (Number.isInteger(count) && count > 0 && count <= PROCESSES.most) return count;
  throw new Error(`--processes must be a number from 1 to ${PROCESSES.most}.`);
}

async function openRedis(source) {
  if (source.REDIS_URL) return source.REDIS_URL;
  const { startRedis } = await import('processes/cluster/redis');
  const redis = await startRedis(say);
  onStop(() => redis.stop());
  return redis.url;
}

async function startCluster(environment, processes) {
  const { createSupervisor } = await import('processes/cluster/supervisor');
  const { partsOf } = await import('processes/cluster/parts');
  const { ROOT } = await import('processes/child-processes');
  const [api, worker] = [`${ROOT}api/dist/main.js`, `${ROOT}api/dist/worker.js`];
  const supervisor = createSupervisor(partsOf({ processes, environment, api, worker }), say);
  onStop(() => supervisor.stop());
  await supervisor.start();
  return supervisor;
}

/** Address at which the metrics of all processes are served, if configured. */
function readMetricsAddress({ METRICS_PORT, METRICS_HOST }) {
  if (!METRICS_PORT) return undefined;
  const port = Number(METRICS_PORT);
  if (!(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new Error('METRICS_PORT must be a number from 1 to 65535.');
  return { port, host: METRICS_HOST || '127.0.0.1' };
}

async function openMetricsAddress(supervisor, address) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    const { startMetricsAddress } = await import('api/commands/metrics-address');
    const metrics = await startMetricsAddress(supervisor, address);
    onStop(() => metrics.close());
  } finally {
    await unregister();
  }
}

async function start(source) {
  const [port, processes] = [readPort(source), readProcesses(process.argv)];
  const metricsAddress = readMetricsAddress(source);
  const { requireFreePort } = await import('processes/port');
  await requireFreePort(port);
  if (metricsAddress) await requireFreePort(metricsAddress.port);
  say('Building (what has not changed comes from the cache)');
  await buildProduct();
  if (isStopping()) return;
  say('Preparing the database');
  const { env, demo } = await prepareDatabase(source, say, (database) => onStop(() => database.stop()));
  if (isStopping()) return;
  const environment = { ...productEnvironment(source, env, port), REDIS_URL: await openRedis(source) };
  say(`Starting ${processes} API processes and a worker`);
  const supervisor = await startCluster(environment, processes);
  const { listenForRestarts } = await import('processes/cluster/control');
  const control = await listenForRestarts(port, (tell) => supervisor.restart(tell));
  onStop(() => control.close());
  if (metricsAddress) await openMetricsAddress(supervisor, metricsAddress);
  const restart = 'Renew   npm start -- --cluster --restart';
  printWelcome(source.APP_ORIGIN || `http://localhost:${port}`, demo, [restart]);
}

/**
 * Has the running cluster take up the new build one process at a time; if the new one does not get ready, the
 * old ones stay.
 */
async function restart(source) {
  const port = readPort(source);
  say('Building the API (what has not changed comes from the cache)');
  await buildProduct(['api']);
  const { askForRestart } = await import('processes/cluster/control');
  await askForRestart(port, say);
  process.exit(0);
}

await (process.argv.includes('--restart') ? restart : start)(process.env).catch(fail);
