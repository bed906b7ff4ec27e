// Common part of `npm start` in its three forms, before anything listens.
import { killChildren, runTool } from 'processes/child-processes';
import { whenNpmIsGone } from 'processes/end-with-npm';
import { generateClient } from '../prisma-generate.mjs';
import { createBuildStamp } from './build-stamp.mjs';

/** npm passes a signal on that the terminal already sent, so two within this time are one. */
const SAME_SIGNAL_MS = 700;

/**
 * Reports an error: refusals for people are plain Errors; anything else is a bug, whose stack tells the
 * place.
 */
function report(error) {
  console.error(error?.constructor === Error ? error.message : error);
}

/**
 * Undoes what was started, newest first, when a signal or the end of npm says so.
 * @param {number} limitMs after which the process ends whatever is left
 */
export function stopOnSignals(limitMs) {
  const cleanups = [];
  let stoppingSince;
  const stop = async (exitCode) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince < SAME_SIGNAL_MS) return;
      process.exit(1);
    }
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), limitMs).unref();
    killChildren();
    try {
      while (cleanups.length > 0) await cleanups.pop()();
    } catch (error) {
      report(error);
      process.exit(1);
    }
    process.exit(exitCode);
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  whenNpmIsGone(() => stop(0));
  return {
    isStopping: () => stoppingSince !== undefined,
    onStop: (cleanup) => void cleanups.push(cleanup),
    /** Reports a failure, unless everything is being stopped: then failures are expected. */
    async fail(error) {
      if (stoppingSince !== undefined) return;
      report(error);
      await stop(1);
    },
  };
}

export function readPort(source) {
  const port = Number(source.PORT || 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error('PORT must be a number from 1 to 65535.');
}

/** @param {string[]} filters workspaces, as turbo names them; all where there is none */
export async function buildProduct(filters = []) {
  generateClient();
  const stamp = createBuildStamp();
  if (stamp.isCurrent()) return;
  const stampBuild = stamp.begin();
  const { code, output } = await runTool(
    'turbo',
    ['run', 'build', '--output-logs=errors-only', ...filters.map((name) => `--filter=${name}`)],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  if (filters.length === 0) stampBuild();
}

/**
 * The migrated database, and the demo's login where there is one: strangers' databases get it on request
 * only.
 * @param onOpened hears of the database at once, so that it is closed even if the rest fails
 */
export async function prepareDatabase(source, say, onOpened) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    const { openDatabase } = await import('database/local-database');
    const database = await openDatabase(source, say);
    onOpened(database);
    if (!database.isLocal && !process.argv.includes('--demo')) return { env: database.env };
    const { seedDemo } = await import('../../prisma/seed.ts');
    return { env: database.env, demo: await seedDemo({ ...source, ...database.env }) };
  } finally {
    await unregister();
  }
}

/**
 * Environment of the API. It gets no owner's address, with which it could do what row-level security forbids
 * it.
 */
export function productEnvironment(source, database, port) {
  return {
    ...source,
    DATABASE_URL: database.DATABASE_URL,
    DATABASE_WORKER_URL: source.DATABASE_WORKER_URL || database.DATABASE_WORKER_URL,
    DATABASE_LOOKUP_URL: source.DATABASE_LOOKUP_URL || database.DATABASE_LOOKUP_URL,
    DATABASE_OWNER_URL: undefined,
    TOKEN_SECRET: source.TOKEN_SECRET || database.TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: source.KEY_ENCRYPTION_KEY || database.KEY_ENCRYPTION_KEY,
    // A developer's terminal wants the address, not a line per request.
    LOG_LEVEL: source.LOG_LEVEL || 'warn',
    PORT: String(port),
  };
}

export function printWelcome(address, demo, more = []) {
  const lines = [`Open    ${address}`];
  if (demo)
    lines.push(`Login   ${demo.email}`, `        ${demo.password}`, `Signup  ${address}/signup/${demo.slug}`);
  lines.push(...more, 'Stop    Ctrl-C');
  console.log(`\n${lines.map((line) => `    ${line}`).join('\n')}\n`);
}
