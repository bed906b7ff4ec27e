import type { Browser, Page } from '@playwright/test';
import { type Breakage, type BreakingFront, startBreakingFront } from './breaking-front.ts';
import { test as base, newAddress } from './merchant.ts';

/** The file was replaced, or a letter of it changed. */
export const tampered: Breakage = (content) => `${content}\n/* alterado */`;

interface Fixtures {
  /**
   * Opens the dashboard, which analytics shows, in a browser that knows nothing yet, through a front of its
   * own.
   */
  openCounter: () => Promise<{ page: Page; front: BreakingFront }>;
  front: BreakingFront;
}

export const test = base.extend<Fixtures>({
  openCounter: async ({ browser, counter }, use) => {
    const storageState = await counter.context().storageState();
    const opened: (() => Promise<void>)[] = [];
    await use(async () => {
      const front = await startBreakingFront();
      const page = await openThrough(browser, front, { storageState });
      // A browser that saves data gets no screen ahead: each is asked for when it is opened, and fails then.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
      );
      opened.push(() => page.context().close(), front.close);
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await page.evaluate(() => Object.assign(window, { opened: 'once' }));
      return { page, front };
    });
    for (const close of opened) await close();
  },
  front: async ({ locale: _ }, use) => {
    const front = await startBreakingFront();
    await use(front);
    await front.close();
  },
});

/** Another browser, for which every address without an origin is the front's. */
async function openThrough(browser: Browser, { origin }: BreakingFront, options = {}): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    baseURL: origin,
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  return await context.newPage();
}

/** A customer's screen, through the front. */
export const openOnPhone = (browser: Browser, front: BreakingFront) =>
  openThrough(browser, front, { viewport: { width: 390, height: 780 } });

export const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' }).click();
