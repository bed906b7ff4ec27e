import { expect, type Page } from '@playwright/test';

/** No element is wider than the window, once all have adapted to it. */
export async function expectPageWidth(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}
