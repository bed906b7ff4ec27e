const AT_LATEST_MS = 3_000;

/**
 * Runs `task` when the page has nothing better to do; returns what calls it off. Safari has no idle callback.
 */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(task, { timeout: AT_LATEST_MS });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 200);
  return () => clearTimeout(timer);
}
