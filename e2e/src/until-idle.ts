import type { Page } from '@playwright/test';

/**
 * The page has done what it does by itself: tasks that wait for an idle moment have run, and a request that
 * begins after theirs is answered.
 */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(async () => {
    for (let moment = 0; moment < 2; moment += 1)
      await new Promise((resolve) => requestIdleCallback(resolve));
    await fetch('/healthz');
  });
}
