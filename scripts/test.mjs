// npm test: the checks, every test of the repository and the journeys over the assembled product. The last
// line says how many passed and failed. --long adds the tests that take minutes; --quick runs the checks, the
// tests of the front ends, of what they share and of purchases, and the journey of the main job.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { existsSync, mkdtempSync, rmSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { ROOT, runTool, stopOnSignals } = await import('processes/child-processes');
const { countPlaywright, countVitest } = await import('./lib/test-counts.mjs');

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

async function testUnits() {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runTool('vitest', ['run', ...reporters, ...(isQuick ? QUICK_TESTS : [])], { env });
  return countVitest(report, code);
}

async function build() {
  const { code, output } = await runTool('turbo', ['run', 'build', '--output-logs=errors-only'], {
    quiet: true,
  });
  if (code !== 0) throw new Error(output);
  return { passed: 1, failed: 0 };
}

async function testJourneys() {
  const config = 'e2e/playwright.config.ts';
  if (!existsSync(join(ROOT, config))) {
    console.log('There are no journeys yet: e2e/playwright.config.ts does not exist.');
    return { passed: 0, failed: 0 };
  }
  const report = join(reports, 'playwright.json');
  const args = ['test', '--config', config, '--reporter=list,json', ...(isQuick ? [QUICK_JOURNEY] : [])];
  const { code } = await runTool('playwright', args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return countPlaywright(report, code);
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
}

const removeReports = () => rmSync(reports, { recursive: true, force: true });
stopOnSignals(removeReports);
for (const phase of PHASES) await runPhase(phase);
removeReports();
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
// Written as the process ends, when nothing can print after it any more.
process.once('exit', () => {
  for (const failure of failures) console.log(`\nFailed: ${failure.slice(0, 2_000)}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
});
