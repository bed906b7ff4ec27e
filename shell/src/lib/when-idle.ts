/** At the latest; a dashboard that goes on drawing must not keep the counter from being there. */
const IDLE_WITHIN_MS = 10_000;
/** Browsers without idle callbacks. */
const SOON_MS = 3_000;

/** Runs `task` once the open page is idle; returns how to call it off. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, SOON_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: IDLE_WITHIN_MS });
  return () => cancelIdleCallback(handle);
}
