import type { Page } from '@playwright/test';

/** The cost of a page's first seconds, as the browser's own network layer counts it. */
export interface FirstSeconds {
  requests: string[];
  /** As they traveled, headers included. */
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

/** Notes what moves in the page from its beginning, for `layoutShifts`. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const rectOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    const state = window as unknown as { layoutShifts: string[] };
    state.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} '${node?.textContent?.slice(0, 40)}' from ${rectOf(previousRect)} to ${rectOf(currentRect)}`,
        );
        state.layoutShifts.push(`${value} at ${Math.round(startTime)} ms: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Empty without a layout shift, else its value and its elements. */
export const layoutShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { layoutShifts: string[] }).layoutShifts);

/** Every element that is shown: what it is, where it stands and how it looks. */
export async function appearance(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    // A button on its way from one color to another looks like neither.
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
