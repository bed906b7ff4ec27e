import type { Locator, Page, Route } from '@playwright/test';

/**
 * Keeps these requests from the product until `release`; `asked` are their paths, also of those that come
 * after it.
 */
export async function holdAnswers(page: Page, url: string) {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked: string[] = [];
  const hold = async (route: Route) => {
    asked.push(new URL(route.request().url()).pathname);
    await released;
    await route.continue();
  };
  await page.route(url, hold);
  return {
    asked: asked as readonly string[],
    release: () => letGo(),
    stop: () => page.unroute(url, hold),
  };
}

/**
 * Opens a page whose reports wait: how far `below` moves when they arrive, in pixels. 0 where what stands in
 * for the numbers above it is as high as they are.
 */
export async function moveOnArrival(
  page: Page,
  path: string,
  below: Locator,
  arrived: Locator,
): Promise<number> {
  const answers = await holdAnswers(page, '**/trpc/reports.**');
  const top = async () => (await below.boundingBox())?.y ?? Number.NaN;
  await page.goto(path);
  await below.waitFor();
  const before = await top();
  answers.release();
  await arrived.waitFor();
  await answers.stop();
  return (await top()) - before;
}
