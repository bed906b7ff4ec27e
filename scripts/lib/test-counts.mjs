// Counts the tests of a runner's JSON report, and which failed. A report that is missing or has errors of its
// own counts as failed.
import { readFileSync } from 'node:fs';

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The runner failed although no test did: a file that could not be loaded, say, or a crash. */
function withCrash(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function countVitest(path, code) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`),
  ]);
  return withCrash({ passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures }, code);
}

export function countPlaywright(path, code) {
  const stats = read(path)?.stats;
  if (!stats) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, flaky, unexpected, skipped } = stats;
  return withCrash({ passed: expected + flaky, failed: unexpected, skipped }, code);
}
