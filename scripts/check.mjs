// npm run check: everything that can be said about the code without running the product.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { run, runTool, stopOnSignals } = await import('processes/child-processes');
const { generateClient } = await import('./prisma-generate.mjs');

/** Steps that run at a time: two are what two cores bear. The longest come first. */
const CONCURRENCY = 2;
const IMPORTING = [
  'api',
  'shell',
  'mfe-backoffice',
  'mfe-customer',
  'mfe-analytics',
  'packages',
  'e2e',
  'bench',
];

const FOLDER_RULES = '.dependency-cruiser.folders.cjs';

const FRONT_ENDS = ['shell', 'mfe-backoffice', 'mfe-customer', 'mfe-analytics'];

const tsx = (script, ...args) => runTool('tsx', [script, ...args], { quiet: true });

async function weigh() {
  const filters = FRONT_ENDS.map((name) => `--filter=${name}`);
  const built = await runTool('turbo', ['run', 'build', ...filters, '--output-logs=errors-only'], {
    quiet: true,
  });
  if (built.code !== 0) return built;
  const weighed = await run(process.execPath, ['scripts/check-weights.mjs'], { quiet: true });
  return weighed.code === 0 ? tsx('scripts/check-styles.ts') : weighed;
}

const CHECKS = [
  // First: while the compiler is busy on one core, the bundler is on the other.
  ['weights and styles', weigh],
  // One program for the whole repository: each workspace's own type check would read the API's types again.
  ['types', () => runTool('tsc', ['--noEmit'], { quiet: true })],
  ['format and lint', () => runTool('biome', ['check', '--error-on-warnings'], { quiet: true })],
  ['import rules', () => runTool('depcruise', [...IMPORTING, 'scripts', 'prisma'], { quiet: true })],
  ['folder cycles', () => runTool('depcruise', ['--config', FOLDER_RULES, 'api/src'], { quiet: true })],
  ['unused code', () => runTool('knip', ['--no-config-hints'], { quiet: true })],
  // Remotes and the API ship independently of each other: this step checks that they fit.
  ['API serves what is released', () => tsx('scripts/contract.ts', 'check')],
  ['migrations match schema and SQL', () => tsx('scripts/db-check.ts')],
  ['retired words', () => run(process.execPath, ['scripts/retired-words.mjs'], { quiet: true })],
  ['width of comments', () => run(process.execPath, ['scripts/comment-width.mjs'], { quiet: true })],
  [
    'lock file complete',
    () => run(process.execPath, ['scripts/complete-lockfile.mjs', '--check'], { quiet: true }),
  ],
  ['permission table', () => tsx('scripts/generate-permissions.ts', '--check')],
];

async function generate() {
  try {
    generateClient();
    return { code: 0, output: '' };
  } catch (error) {
    return { code: 1, output: error.message };
  }
}

async function runCheck([name, check]) {
  const startedAt = performance.now();
  const { code, output } = await check();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${seconds.padStart(5)} s  ${name}`);
  if (code !== 0) console.log(`${output}\n`);
  return code === 0;
}

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function runChecks() {
  // The types of the API are those of the client, so the client comes before everything else.
  const results = [await runCheck(['prisma client', generate])];
  const waiting = [...CHECKS];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

if (import.meta.filename === process.argv[1]) {
  stopOnSignals();
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
