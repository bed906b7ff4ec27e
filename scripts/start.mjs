// npm start: the assembled product on one port, with a database of its own unless DATABASE_URL names one. `--
// --cluster` starts several processes of it, `-- --worker` one that works off jobs.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const SHUTDOWN_LIMIT_MS = 10_000;

async function startOneProcess(source) {
  const { buildProduct, prepareDatabase, printWelcome, productEnvironment, readPort, stopOnSignals } =
    await import('./lib/product.mjs');
  const say = (line) => console.log(`• ${line}`);
  const { isStopping, onStop, fail } = stopOnSignals(SHUTDOWN_LIMIT_MS);

  async function start() {
    const port = readPort(source);
    const { requireFreePort } = await import('processes/port');
    await requireFreePort(port);
    say('Building (what has not changed is kept)');
    await buildProduct();
    if (isStopping()) return;
    say('Preparing the database');
    // The server starts in a process of its own, and this one has nothing else to do meanwhile.
    const [{ env, demo }, { startServer }] = await Promise.all([
      prepareDatabase(source, say, (database) => onStop(() => database.stop())),
      import('../api/dist/main.js'),
    ]);
    if (isStopping()) return;
    const server = await startServer(productEnvironment(source, env, port));
    onStop(() => server.close());
    printWelcome(source.APP_ORIGIN || `http://localhost:${port}`, demo);
  }

  await start().catch(fail);
}

if (process.argv.includes('--cluster')) await import('./cluster.mjs');
else if (process.argv.includes('--worker')) await import('./worker.mjs');
else await startOneProcess(process.env);
