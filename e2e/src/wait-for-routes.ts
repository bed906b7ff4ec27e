import { expect, type Page } from '@playwright/test';

/**
 * Has the page's `route` resolve once requests are caught. Playwright's own resolves a moment earlier: of 120
 * requests that an open page made right after it, one went to the server unseen.
 */
export function waitForRoutes(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...rule) => {
    const added = await route(...rule);
    if (page.url() === 'about:blank') return added;
    const probe = '**/readyz';
    await route(probe, (caught) => caught.fulfill({ status: 204 }));
    const ask = () => page.evaluate(async () => (await fetch('/readyz')).status);
    // A page that is leaving just now answers nothing.
    await expect.poll(() => ask().catch(() => undefined)).toBe(204);
    await page.unroute(probe);
    return added;
  };
}
