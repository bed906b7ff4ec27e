import type { Locator, Page } from '@playwright/test';

/**
 * Opens a page whose reports wait: how far `below` moves when they arrive, in pixels. 0 where what stands in for the
 * figures above it is as high as they are.
 */
export async function moveOnArrival(
  page: Page,
  path: string,
  below: Locator,
  arrived: Locator,
): Promise<number> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/trpc/reports.**', async (route) => {
    await released;
    await route.continue();
  });
  const top = async () => (await below.boundingBox())?.y ?? Number.NaN;
  await page.goto(path);
  await below.waitFor();
  const before = await top();
  release();
  await arrived.waitFor();
  await page.unroute('**/trpc/reports.**');
  return (await top()) - before;
}
