/**
 * Asked to stop, npm stops the shell it started, but that shell does not tell us. Started by npm, calls
 * `stop` when our parent is gone.
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
