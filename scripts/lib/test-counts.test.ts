import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

interface Failure {
  file: string;
  title: string;
  message: string;
}
interface Counts {
  passed: number;
  failed: number;
  failures: Failure[];
  hasCrashed: boolean;
  unsteady?: Failure[];
}

/** Plain JavaScript, because npm test runs it before anything is built: the compiler has no types of it. */
const MODULE = './test-counts.mjs';
const { countVitest, filesToRunAgain, withSecondRun } = (await import(MODULE)) as {
  countVitest(path: string, run: { code: number; output: string }, root: string): Counts;
  filesToRunAgain(first: Counts): string[];
  withSecondRun(first: Counts, second: Counts): Counts;
};

const folder = mkdtempSync(join(tmpdir(), 'cashback-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs vitest on this one file; `state` tells the file which run it is. */
function count(source: string, state = 'first'): Counts {
  writeFileSync(join(folder, 'some.test.ts'), `import { beforeAll, expect, test } from 'vitest';\n${source}`);
  const report = join(folder, `${state}.json`);
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const args = [
    vitest,
    'run',
    '--root',
    folder,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const env = { ...process.env, STATE: state, VITEST: undefined };
  try {
    const output = execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' });
    return countVitest(report, { code: 0, output }, folder);
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return countVitest(report, { code: status, output: stdout + stderr }, folder);
  }
}

const STEADY = "test('steady', () => {});";
const BROKEN = "test('broken', () => { throw new Error('always\\nso') });";
const UNSTEADY = "test('unsteady', () => { expect(process.env.STATE).toBe('second') });";
const STRAY =
  "test('stray', async () => { if (process.env.STATE === 'first') void Promise.reject(new Error('nobody')); });";
const HOOK = "beforeAll(() => { throw new Error('the hook') });";

test('what passes the second time is unsteady and counts as passed, what fails again is a failure', () => {
  const source = [STEADY, BROKEN, UNSTEADY].join('\n');
  const first = count(source);
  expect(first).toMatchObject({ passed: 1, failed: 2, hasCrashed: false });
  expect(filesToRunAgain(first)).toEqual(['some.test.ts']);
  const both = withSecondRun(first, count(source, 'second'));
  expect(both).toMatchObject({ passed: 2, failed: 1 });
  expect(both.failures.map(({ title }) => title)).toEqual(['broken']);
  expect(both.unsteady?.map(({ title }) => title)).toEqual(['unsteady']);
});

test.each([
  ['a hook that fails', `${HOOK}\n${STEADY}`],
  ['a file that cannot be loaded', "throw new Error('at once');"],
])('%s is a failure of its file', (_what, source) => {
  const first = count(source);
  expect(first).toMatchObject({ passed: 0, failed: 1, hasCrashed: false });
  expect(filesToRunAgain(first)).toEqual(['some.test.ts']);
  expect(withSecondRun(first, count(source, 'second'))).toMatchObject({ passed: 0, failed: 1, unsteady: [] });
});

test('an error that no test waited for is a failure of its file, until it does not come again', () => {
  const first = count([STEADY, STRAY].join('\n'));
  expect(first).toMatchObject({ passed: 2, failed: 1, hasCrashed: false });
  expect(filesToRunAgain(first)).toEqual(['some.test.ts']);
  const second = count([STEADY, STRAY].join('\n'), 'second');
  expect(withSecondRun(first, second)).toMatchObject({ failed: 0, unsteady: first.failures });
  expect(withSecondRun(first, first)).toMatchObject({ failed: 1, unsteady: [] });
});

test('a report that is missing and eleven files are not run again', () => {
  const missing = countVitest(join(folder, 'none.json'), { code: 1, output: '' }, folder);
  expect(missing).toMatchObject({ failed: 1, hasCrashed: true });
  const failures = Array.from({ length: 11 }, (_, index) => ({ file: `${index}`, title: '', message: '' }));
  expect(filesToRunAgain({ passed: 0, failed: 11, failures, hasCrashed: false })).toEqual([]);
});
