import type { Page } from '@playwright/test';

/** What a page's first seconds cost, as the browser's own network layer counts it. */
export interface FirstSeconds {
  requests: string[];
  /** As they travelled, headers included. */
  bytes: number;
}

/** Counts from now on; `read` answers what came until then. */
export async function countTraffic(page: Page): Promise<{ read: () => FirstSeconds }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const requests: string[] = [];
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) requests.push(`${request.method} ${new URL(request.url).pathname}`);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return { read: () => ({ requests: [...requests], bytes }) };
}

/** Sums the page's layout shifts from its beginning, under `window.layoutShift`. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state = window as unknown as { layoutShift: number };
    state.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        state.layoutShift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const layoutShift = (page: Page) =>
  page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);

/** Every element that is shown: what it is, where it stands and how it looks. */
export async function appearance(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    // A button on its way from one colour to another looks like neither.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(passing.map((animation) => animation.finished));
    const container = document.getElementById('first-paint') ?? document.getElementById('root');
    return [...(container?.querySelectorAll('*') ?? [])]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, font, opacity, boxShadow } = getComputedStyle(element);
        return [element.tagName, x, y, width, height, color, backgroundColor, font, opacity, boxShadow].join(
          ' ',
        );
      });
  });
}
