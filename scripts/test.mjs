// npm test: the checks, every test of the repository and the journeys over the assembled product. The last
// line says how many passed and failed. Files that failed run once more, alone (docs/unsteady.md). --long
// adds the tests that take minutes; --quick runs the checks, the tests of the front ends, of what they share
// and of purchases, and the journey of the main job.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { ROOT, runTool, stopOnSignals } = await import('processes/child-processes');
const { countPlaywright, countVitest, describeFailure, filesToRunAgain, withSecondRun } = await import(
  './lib/test-counts.mjs'
);

const isLong = process.argv.includes('--long');
const isQuick = process.argv.includes('--quick');
const QUICK_TESTS = [
  'packages/domain/',
  'packages/federation/',
  'packages/ui/',
  'shell/',
  'mfe-',
  'api/src/cashback/',
];
const QUICK_JOURNEY = 'main-job';
const reports = mkdtempSync(join(tmpdir(), 'cashback-reports-'));
const env = { ...(isLong && { TEST_LONG: '1' }), CI: process.env.CI || '1' };

async function prepare() {
  const { generateClient } = await import('./prisma-generate.mjs');
  const { ensureCaddy, ensureChromium, ensurePostgres, ensureRedis } = await import(
    'processes/prerequisites'
  );
  generateClient();
  env.CHROMIUM_PATH = await ensureChromium();
  env.REDIS_SERVER_PATH = await ensureRedis();
  console.log(`Chromium: ${env.CHROMIUM_PATH}\nRedis: ${env.REDIS_SERVER_PATH}`);
  if (isLong) {
    env.CADDY_PATH = await ensureCaddy();
    console.log(`Caddy: ${env.CADDY_PATH}\nPostgreSQL with its programs: ${await ensurePostgres()}`);
  }
  return { passed: 0, failed: 0 };
}

async function check() {
  const { runChecks } = await import('./check.mjs');
  return runChecks();
}

/**
 * @param {(filesAlone?: string[]) => Promise<Counts>} run of all, or of these files by one worker
 * @typedef {import('./lib/test-counts.mjs').Counts} Counts
 */
async function twiceWhatFails(run) {
  const first = await run();
  const files = filesToRunAgain(first);
  if (files.length === 0) return first;
  console.log(`\nOnce more, alone: ${files.join(', ')}`);
  return withSecondRun(first, await run(files));
}

const testUnits = () =>
  twiceWhatFails(async (filesAlone) => {
    const report = join(reports, `vitest${filesAlone ? '-again' : ''}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const which = filesAlone ? ['--maxWorkers=1', ...filesAlone] : isQuick ? QUICK_TESTS : [];
    return countVitest(report, await runTool('vitest', ['run', ...reporters, ...which], { env }), ROOT);
  });

async function build() {
  const { code, output } = await runTool('turbo', ['run', 'build', '--output-logs=errors-only'], {
    quiet: true,
  });
  if (code !== 0) throw new Error(output);
  return { passed: 1, failed: 0 };
}

/** Prints what the pages of failed journeys showed, because the next run overwrites the files that say so. */
function printFailedPages() {
  const folder = join(ROOT, 'e2e/test-results');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  for (const name of names.filter((each) => each.endsWith('error-context.md')).slice(0, 10)) {
    const [, details = ''] = readFileSync(join(folder, name), 'utf8').split(
      /^# (?:Error details|Test source)$/m,
    );
    console.log(`\n${name}\n${details.slice(0, 4_000)}`);
  }
}

async function testJourneys() {
  const config = 'e2e/playwright.config.ts';
  if (!existsSync(join(ROOT, config))) {
    console.log('There are no journeys yet: e2e/playwright.config.ts does not exist.');
    return { passed: 0, failed: 0 };
  }
  return await twiceWhatFails(async (filesAlone) => {
    const report = join(reports, `playwright${filesAlone ? '-again' : ''}.json`);
    const which = filesAlone ? ['--last-failed', '--workers=1'] : isQuick ? [QUICK_JOURNEY] : [];
    const run = await runTool('playwright', ['test', '--config', config, '--reporter=list,json', ...which], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    const counts = countPlaywright(report, run);
    if (counts.failed > 0) printFailedPages();
    return counts;
  });
}

const PHASES = [
  ['Prerequisites', prepare],
  ['Checks', check],
  ['Unit and database tests', testUnits],
  ['Build', build],
  ['Journeys', testJourneys],
];

const total = { passed: 0, failed: 0 };
/** Repeated at the end, for readers who keep only the last lines. */
const failures = [];
const unsteady = [];

async function runPhase([name, phase]) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  let counts;
  try {
    counts = await phase();
  } catch (error) {
    console.log(error.message);
    counts = { passed: 0, failed: 1 };
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  console.log(`── ${name}: ${counts.passed} ok, ${counts.failed} not ok${skipped} (${seconds} s)`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  failures.push(...(counts.failures ?? []));
  unsteady.push(...(counts.unsteady ?? []));
}

const removeReports = () => rmSync(reports, { recursive: true, force: true });
stopOnSignals(removeReports);
for (const phase of PHASES) await runPhase(phase);
removeReports();
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
// Written as the process ends, when nothing can print after it any more.
process.once('exit', () => {
  for (const { file, title, message } of failures) {
    console.log(`\nFailed: ${file} › ${title}\n${message.slice(0, 2_000)}`);
  }
  for (const each of unsteady) console.log(`Unsteady: ${describeFailure(each).slice(0, 500)}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
});
