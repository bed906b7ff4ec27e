/** Some browsers have no idle callback; by then a page has long been shown. */
const FALLBACK_MS = 3_000;

/** Runs `task` once the page is loaded and idle. Its errors are ignored. */
export function afterLoad(task: () => Promise<unknown>): void {
  const run = () => void task().catch(() => undefined);
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: FALLBACK_MS * 3 });
    else setTimeout(run, FALLBACK_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
