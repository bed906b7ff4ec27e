// npm start -- --worker: works off jobs and serves no requests, beside API processes that were told JOBS=off.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { buildProduct, stopOnSignals } = await import('./lib/product.mjs');

/** Longest shutdown: running jobs get seconds to end. */
const SHUTDOWN_LIMIT_MS = 20_000;
const { isStopping, onStop, fail } = stopOnSignals(SHUTDOWN_LIMIT_MS);

async function start(source) {
  if (!source.DATABASE_URL)
    throw new Error(
      'DATABASE_URL is not set. The bundled database is for npm start, which works off its jobs itself.',
    );
  await buildProduct(['api']);
  if (isStopping()) return;
  const { startWorker } = await import('../api/dist/worker.js');
  // Without the owner's address, as for the API: it could do what row-level security forbids.
  const worker = await startWorker({ ...source, DATABASE_OWNER_URL: undefined });
  onStop(() => worker.close());
}

await start(process.env).catch(fail);
