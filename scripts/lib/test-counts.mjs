// Counts the tests of a runner's JSON report, and which failed. A report that is missing or has errors of its
// own counts as failed.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ file: string, title: string, message: string }} Failure
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {Failure[]} failures
 * @property {Failure[]} [unsteady]
 * @property {boolean} hasCrashed something failed that is no file's
 */

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const NOTHING_KNOWN = { passed: 0, failed: 1, skipped: 0, failures: [], hasCrashed: true };

/** Errors that no test waited for: the files that ran meanwhile, and whether one is of no file. */
function strayErrors(output) {
  const text = stripVTControlCharacters(output);
  const caught = Number(/Vitest caught (\d+) unhandled error/.exec(text)?.[1] ?? 0);
  const files = [...text.matchAll(/This error originated in "([^"]+)" test file/g)].map(([, file]) => file);
  const message = 'an error that no test waited for';
  return {
    strays: [...new Set(files)].map((file) => ({ file, title: 'the file', message })),
    isOneOfNoFile: files.length < caught,
  };
}

/** The runner failed although no file did: a crash, say. */
function withCrash(counts, isCrash) {
  return isCrash ? { ...counts, failed: counts.failed + 1, hasCrashed: true } : counts;
}

/**
 * @param {string} path of the report
 * @param {{ code: number, output: string }} run
 * @param {string} root paths of files are told from here
 * @returns {Counts}
 */
export function countVitest(path, { code, output }, root) {
  const report = read(path);
  if (!report) return NOTHING_KNOWN;
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) {
      return [{ file, title: 'the file', message: message || 'it could not be loaded, or a hook failed' }];
    }
    return tests.map((test) => ({
      file,
      title: test.fullName,
      message: test.failureMessages.join('\n'),
    }));
  });
  const { strays, isOneOfNoFile } = strayErrors(output);
  const failures = [...failed, ...strays];
  const counts = {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    hasCrashed: false,
  };
  return withCrash(counts, isOneOfNoFile || (code !== 0 && failures.length === 0));
}

function failedSpecs({ specs = [], suites = [] }) {
  return [...specs.filter(({ ok }) => !ok), ...suites.flatMap(failedSpecs)];
}

/**
 * @param {string} path of the report
 * @param {{ code: number }} run
 * @returns {Counts}
 */
export function countPlaywright(path, { code }) {
  const report = read(path);
  if (!report) return NOTHING_KNOWN;
  const { expected, flaky, unexpected, skipped } = report.stats;
  const failures = failedSpecs(report).map(({ file, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
    return { file, title, message: errors.map(({ message }) => message).join('\n') };
  });
  const counts = { passed: expected + flaky, failed: unexpected, skipped, failures, hasCrashed: false };
  const hasOtherErrors = report.errors.length > 0 || failures.length !== unexpected;
  return withCrash(counts, hasOtherErrors || (code !== 0 && unexpected === 0));
}

/** More files than this do not fail by chance. */
const MOST_FILES_AGAIN = 10;

/**
 * The files to run once more, alone: those that failed. None where there are too many or something else
 * failed as well.
 * @param {Counts} first
 * @returns {string[]}
 */
export function filesToRunAgain({ failures, hasCrashed }) {
  const files = [...new Set(failures.map(({ file }) => file))];
  return hasCrashed || files.length > MOST_FILES_AGAIN ? [] : files;
}

/**
 * The counts after the failed ones ran again. What passes the second time is unsteady: counted as passed,
 * named in the run's last lines, and mended next (docs/unsteady.md).
 * @param {Counts} first
 * @param {Counts} second of the files that failed
 * @returns {Counts}
 */
export function withSecondRun(first, second) {
  const named = (failure) => `${failure.file} › ${failure.title}`;
  const stillFailing = new Set(second.failures.map(named));
  const unsteady = first.failures.filter((failure) => !stillFailing.has(named(failure)));
  return {
    ...second,
    skipped: first.skipped,
    passed: first.passed + first.failed - Math.min(first.failed, second.failed),
    // A file that fails in its second run as a whole says nothing of its tests.
    unsteady: second.hasCrashed ? [] : unsteady,
  };
}

/** One line each. */
export const describeFailure = ({ file, title, message }) =>
  `${file} › ${title}: ${message.split('\n', 1)[0]}`;
