// npm start: the assembled product on one port, with a database of its own unless DATABASE_URL names one.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { killChildren, runTool } = await import('./lib/child-processes.mjs');
const { whenNpmIsGone } = await import('./lib/end-with-npm.mjs');

/** npm passes a signal on that the terminal already sent, so two within this time are one. */
const SAME_SIGNAL_MS = 700;
const SHUTDOWN_LIMIT_MS = 10_000;

const say = (line) => console.log(`• ${line}`);

/** What to undo, newest last: the API first, then the database under it. */
const cleanups = [];
let stoppingSince;

async function shutDown(exitCode) {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince < SAME_SIGNAL_MS) return;
    process.exit(1);
  }
  stoppingSince = Date.now();
  setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
  killChildren();
  try {
    while (cleanups.length > 0) await cleanups.pop()();
  } catch (error) {
    report(error);
    process.exit(1);
  }
  process.exit(exitCode);
}

/** Refusals for people are plain Errors; anything else is a bug, and whoever mends it needs to know where. */
function report(error) {
  console.error(error?.constructor === Error ? error.message : error);
}

async function build() {
  const { generateClient } = await import('./prisma-generate.mjs');
  generateClient();
  say('Building (what has not changed comes from the cache)');
  const { code, output } = await runTool('turbo', ['run', 'build', '--output-logs=errors-only'], {
    quiet: true,
  });
  if (stoppingSince === undefined && code !== 0) throw new Error(`The build failed:\n${output}`);
}

/** The migrated database, and the demo's login where there is one: strangers' databases get it on request only. */
async function prepareDatabase(source) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    const { openDatabase } = await import('./lib/local-database.ts');
    const database = await openDatabase(source, say);
    cleanups.push(() => database.stop());
    if (!database.isLocal && !process.argv.includes('--demo')) return { env: database.env };
    const { seedDemo } = await import('../prisma/seed.ts');
    return { env: database.env, demo: await seedDemo({ ...source, ...database.env }) };
  } finally {
    await unregister();
  }
}

function printWelcome(address, demo) {
  const lines = [`Open    ${address}`];
  if (demo)
    lines.push(`Login   ${demo.email}`, `        ${demo.password}`, `Signup  ${address}/signup/${demo.slug}`);
  lines.push('Stop    Ctrl-C');
  console.log(`\n${lines.map((line) => `    ${line}`).join('\n')}\n`);
}

function readPort(source) {
  const port = Number(source.PORT || 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error('PORT must be a number from 1 to 65535.');
}

async function start(source) {
  const port = readPort(source);
  const { requireFreePort } = await import('./lib/port.mjs');
  await requireFreePort(port);
  await build();
  if (stoppingSince !== undefined) return;
  say('Preparing the database');
  const { env, demo } = await prepareDatabase(source);
  if (stoppingSince !== undefined) return;
  const { startServer } = await import('../api/dist/main.js');
  // The API gets no owner's address: it could then do what row-level security forbids it.
  const server = await startServer({
    ...source,
    DATABASE_URL: env.DATABASE_URL,
    DATABASE_OWNER_URL: undefined,
    TOKEN_SECRET: source.TOKEN_SECRET || env.TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: source.KEY_ENCRYPTION_KEY || env.KEY_ENCRYPTION_KEY,
    // A developer's terminal wants the address, not a line per request.
    LOG_LEVEL: source.LOG_LEVEL || 'warn',
    PORT: String(port),
  });
  cleanups.push(() => server.close());
  printWelcome(source.APP_ORIGIN || `http://localhost:${port}`, demo);
}

process.on('SIGINT', () => shutDown(0));
process.on('SIGTERM', () => shutDown(0));
whenNpmIsGone(() => shutDown(0));

try {
  await start(process.env);
} catch (error) {
  report(error);
  await shutDown(1);
}
