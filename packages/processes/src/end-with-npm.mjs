/**
 * Calls `stop` when npm started us and our parent is gone: npm, asked to stop, ends only the shell it
 * started, and that shell does not pass it on.
 */
export function whenNpmIsGone(stop) {
  const { npm_lifecycle_event: startedByNpm } = process.env;
  if (!startedByNpm) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 300);
  timer.unref();
}
