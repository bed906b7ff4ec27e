// npm test: the checks, every test of the repository and the journeys over the assembled product.
// The last line says how many passed and failed; --long adds the tests that take minutes.
import { requireNode } from './lib/require-node.mjs';

requireNode();
const { existsSync, mkdtempSync, readdirSync, rmSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { killChildren, ROOT, runTool } = await import('./lib/child-processes.mjs');
const { countPlaywright, countVitest } = await import('./lib/test-counts.mjs');

const isLong = process.argv.includes('--long');
const reports = mkdtempSync(join(tmpdir(), 'cashback-reports-'));
const env = { ...(isLong && { TEST_LONG: '1' }), CI: process.env.CI || '1' };

async function prepare() {
  const { generateClient } = await import('./prisma-generate.mjs');
  const { ensureChromium, ensureRedis } = await import('./lib/prerequisites.mjs');
  generateClient();
  env.CHROMIUM_PATH = await ensureChromium();
  env.REDIS_SERVER_PATH = await ensureRedis();
  console.log(`Chromium: ${env.CHROMIUM_PATH}\nRedis: ${env.REDIS_SERVER_PATH}`);
  return { passed: 0, failed: 0 };
}

async function check() {
  const { runChecks } = await import('./check.mjs');
  return runChecks();
}

async function testUnits() {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runTool('vitest', ['run', ...reporters], { env });
  return countVitest(report, code);
}

async function build() {
  const { code, output } = await runTool('turbo', ['run', 'build', '--output-logs=errors-only'], {
    quiet: true,
  });
  if (code !== 0) throw new Error(output);
  return { passed: 1, failed: 0 };
}

function hasJourneys() {
  const folder = join(ROOT, 'e2e');
  if (!existsSync(join(folder, 'playwright.config.ts'))) return false;
  return readdirSync(folder, { recursive: true }).some((path) =>
    /^(?!node_modules).*\.(spec|test)\.ts$/.test(path),
  );
}

async function testJourneys() {
  if (!hasJourneys()) throw new Error('There are no journeys in e2e/.');
  const report = join(reports, 'playwright.json');
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
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
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    killChildren();
    rmSync(reports, { recursive: true, force: true });
    process.exit(130);
  });
}

for (const phase of PHASES) await runPhase(phase);
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
// Written as the process ends, when nothing can print after it any more.
process.once('exit', () => console.log(`\n${total.passed} passed, ${total.failed} failed`));
