import { expect, type Page } from '@playwright/test';

/** Nothing is wider than the window, once what adapts to it has done so. */
export async function expectPageWidth(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}
