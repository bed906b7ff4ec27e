// npm run dev: the product at http://localhost:3000 (or PORT) with every part watching its own source. Ctrl-C
// stops all.
import { FRONT_END_PORTS } from '../packages/federation/src/front-ends.mjs';
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { killChildren, run } = await import('processes/child-processes');
const { whenNpmIsGone } = await import('processes/end-with-npm');

const environment = process.env;
const PAGE_PORT = Number(environment.PORT || 3000);
const API_PORT = PAGE_PORT + 10;
const PAGE_ORIGIN = `http://localhost:${PAGE_PORT}`;
/** npm and the terminal both pass a Ctrl-C on, so two within this time are one. */
const SAME_SIGNAL_MS = 700;

const say = (line) => console.log(`• ${line}`);

let database;
let stoppingSince;

async function shutDown(exitCode) {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince < SAME_SIGNAL_MS) return;
    process.exit(1);
  }
  stoppingSince = Date.now();
  killChildren();
  await database?.stop();
  process.exit(exitCode);
}

/** A watcher has no reason to end; when one does, its last words are on the screen and the rest is no use. */
async function keepRunning(workspace, args, env) {
  const { code, output } = await run('npm', ['run', 'dev', '-w', workspace, '--silent', ...args], { env });
  if (stoppingSince !== undefined) return;
  console.error(`${workspace} ended (${code})${output === '' ? '' : ', see above'}.`);
  await shutDown(1);
}

/** The bundled database with the demo's data, or the one DATABASE_URL names as it is. */
async function prepareDatabase() {
  const { generateClient } = await import('./prisma-generate.mjs');
  generateClient();
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    const { openDatabase } = await import('database/local-database');
    database = await openDatabase(environment, say);
    if (!database.isLocal) return undefined;
    const { seedDemo } = await import('../prisma/seed.ts');
    return await seedDemo({ ...environment, ...database.env, APP_ORIGIN: PAGE_ORIGIN });
  } finally {
    await unregister();
  }
}

/**
 * The API has a port of its own; pages reach it through the shell's server, so there is one origin as ever.
 */
function startApi() {
  return keepRunning('api', [], {
    NODE_ENV: 'development',
    PORT: String(API_PORT),
    APP_ORIGIN: PAGE_ORIGIN,
    DATABASE_URL: database.env.DATABASE_URL,
    DATABASE_WORKER_URL: environment.DATABASE_WORKER_URL || database.env.DATABASE_WORKER_URL || '',
    DATABASE_LOOKUP_URL: environment.DATABASE_LOOKUP_URL || database.env.DATABASE_LOOKUP_URL || '',
    // The API gets no owner's address: it could then do what row-level security forbids it.
    DATABASE_OWNER_URL: '',
    TOKEN_SECRET: environment.TOKEN_SECRET || database.env.TOKEN_SECRET || '',
    KEY_ENCRYPTION_KEY: environment.KEY_ENCRYPTION_KEY || database.env.KEY_ENCRYPTION_KEY || '',
  });
}

function startFrontEnd(workspace) {
  const args = workspace === 'shell' ? ['--', '--port', String(PAGE_PORT)] : [];
  return keepRunning(workspace, args, { API_URL: `http://localhost:${API_PORT}` });
}

/** Asks the API itself first: the shell's server would report each refused connection on its way. */
async function waitUntilReady() {
  for (const address of [`http://localhost:${API_PORT}/readyz`, PAGE_ORIGIN]) {
    const answers = () =>
      fetch(address).then(
        (response) => response.ok,
        () => false,
      );
    while (stoppingSince === undefined && !(await answers())) {
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

process.on('SIGINT', () => shutDown(0));
process.on('SIGTERM', () => shutDown(0));
whenNpmIsGone(() => shutDown(0));

try {
  const { requireFreePort } = await import('processes/port');
  const { shell: _, ...remotePorts } = FRONT_END_PORTS;
  for (const port of [PAGE_PORT, API_PORT, ...Object.values(remotePorts)]) await requireFreePort(port);
  say('Preparing the database');
  const demo = await prepareDatabase();
  say('Starting the API and the front ends');
  void startApi();
  for (const workspace of Object.keys(FRONT_END_PORTS)) void startFrontEnd(workspace);
  await waitUntilReady();
  if (stoppingSince === undefined)
    say(
      `Open ${PAGE_ORIGIN}${demo ? ` (login ${demo.email}, ${demo.password})` : ''}. Ctrl-C stops everything.`,
    );
} catch (error) {
  console.error(error?.constructor === Error ? error.message : error);
  await shutDown(1);
}
