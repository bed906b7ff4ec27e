import { expect, type Locator, type Page } from '@playwright/test';

/** What a path costs a person, by a fixed model, so that two versions compare on any machine. */
export interface PathCost {
  screens: number;
  clicks: number;
  keys: number;
  seconds: number;
}

/** Seconds of an average typist's key, a click with its pointing, and looking at a new screen. */
const SECONDS = { key: 0.28, click: 1.3, screen: 2.7 };

/** A person at a keyboard and a pointer, who counts. Waits are the product's own, such as a redirect's. */
export function measuredPerson(page: Page) {
  const counted = { screens: 0, clicks: 0, keys: 0, waitSeconds: 0 };
  return {
    /** A screen that has to be taken in: it is there once `sign` is. */
    async screen(sign: Locator): Promise<void> {
      await expect(sign).toBeVisible();
      counted.screens += 1;
    },
    async click(target: Locator): Promise<void> {
      await target.click();
      counted.clicks += 1;
    },
    /** Types where the focus is. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      counted.keys += text.length;
    },
    async press(key: string): Promise<void> {
      await page.keyboard.press(key);
      counted.keys += 1;
    },
    wait(seconds: number): void {
      counted.waitSeconds += seconds;
    },
    cost(): PathCost {
      const { screens, clicks, keys, waitSeconds } = counted;
      const seconds = keys * SECONDS.key + clicks * SECONDS.click + screens * SECONDS.screen + waitSeconds;
      return { screens, clicks, keys, seconds: Math.round(seconds) };
    },
  };
}
