// npm start -- --worker: works off jobs and serves no requests, beside API processes that were told JOBS=off.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { killChildren, runTool } = await import('processes/child-processes');
const { whenNpmIsGone } = await import('processes/end-with-npm');
const { generateClient } = await import('./prisma-generate.mjs');

/** npm passes a signal on that the terminal already sent, so two within this time are one. */
const SAME_SIGNAL_MS = 700;

let worker;
let stoppingSince;

async function stop() {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince < SAME_SIGNAL_MS) return;
    process.exit(1);
  }
  stoppingSince = Date.now();
  killChildren();
  await worker?.close();
  process.exit(0);
}

async function build() {
  generateClient();
  const { code, output } = await runTool(
    'turbo',
    ['run', 'build', '--filter=api', '--output-logs=errors-only'],
    {
      quiet: true,
    },
  );
  if (stoppingSince === undefined && code !== 0) throw new Error(`The build failed:\n${output}`);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
whenNpmIsGone(stop);

try {
  if (!process.env.DATABASE_URL)
    throw new Error(
      'DATABASE_URL is not set. The bundled database is for npm start, which works off its jobs itself.',
    );
  await build();
  const { startWorker } = await import('../api/dist/worker.js');
  // Without the owner's address, as for the API: it could do what row-level security forbids.
  if (stoppingSince === undefined)
    worker = await startWorker({ ...process.env, DATABASE_OWNER_URL: undefined });
} catch (error) {
  console.error(error?.constructor === Error ? error.message : error);
  process.exit(1);
}
