import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium } from 'playwright';
import { type HttpProcess, startApi } from '../api-process.ts';
import type { BenchServer } from '../bench-database.ts';
import { ROOT } from '../child-process.ts';
import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import { CHROMIUM, QUIET_BROWSER } from './browser.ts';
import { openDemoMerchant } from './demo-merchant.ts';

/** Slow 4G and a phone four times slower than this machine. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const RUNS = 7;
const TIMEOUT_MS = 30_000;
const IDLE_MS = 1_000;
/** The result, the application and its taking over are all there by then. */
const OPEN_MS = 6_000;

interface Opening {
  resultMs: number;
  requests: number;
  bytes: number;
  layoutShift: number;
}

/** Marks the moment of the first frame that has the result in it, and sums what moved. */
function watchPage(): void {
  const state = window as unknown as { resultAt: number | undefined; layoutShift: number };
  state.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const heading = document.querySelector('h1');
    const isShown = heading?.textContent?.startsWith('Parabéns!') && heading.getClientRects().length > 0;
    if (!isShown) return;
    observer.disconnect();
    // The frame this callback precedes paints it; what is posted from there runs after that frame.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        state.resultAt = performance.now();
      };
      port2.postMessage(undefined);
    });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Opens the link in a browser that has seen nothing yet, and waits until the application is there too. */
async function open(browser: Browser, link: string): Promise<Opening> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    // The loader that runs this file names functions by a helper that a page does not have.
    await page.addInitScript(`{ const __name = (named) => named; (${watchPage})(); }`);
    const session = await context.newCDPSession(page);
    const finished: { at: number; bytes: number }[] = [];
    let navigatedAt = 0;
    session.on('Network.requestWillBeSent', ({ timestamp, request }) => {
      if (request.url.startsWith('data:')) return;
      navigatedAt ||= timestamp;
    });
    // Bytes that arrive after the result cannot have helped to show it.
    session.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) => {
      finished.push({ at: timestamp, bytes: encodedDataLength });
    });
    // The browser's own beginnings are over before the page's begin.
    await page.waitForTimeout(IDLE_MS);
    await throttle(session);
    await page.goto(link, { timeout: TIMEOUT_MS, waitUntil: 'commit' });
    // The page is not polled: on a slow processor the questions would delay what they ask about.
    await page.waitForTimeout(OPEN_MS);
    await page.locator('#root h1').waitFor({ timeout: TIMEOUT_MS });
    const { resultMs, layoutShift } = await page.evaluate(() => {
      const state = window as unknown as { resultAt: number; layoutShift: number };
      return { resultMs: state.resultAt, layoutShift: state.layoutShift };
    });
    const before = finished.filter(({ at }) => (at - navigatedAt) * 1_000 <= resultMs);
    return {
      resultMs,
      layoutShift,
      requests: before.length,
      bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  } finally {
    await context.close();
  }
}

/** The product as it was built; without its first paint the application alone has to show the result. */
function deployed(isFirstPaint: boolean): { root: string; discard: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'instant-'));
  for (const folder of ['api', 'shell', 'mfe-backoffice', 'mfe-analytics', 'mfe-customer']) {
    cpSync(join(ROOT, folder, 'dist'), join(root, folder, 'dist'), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  if (!isFirstPaint) rmSync(join(root, 'mfe-customer/dist/first-paint.json'));
  return { root, discard: () => rmSync(root, { recursive: true }) };
}

const range = (values: number[], digits: number) =>
  [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));

function row(name: string, openings: Opening[]): string[] {
  const of = (field: keyof Opening) => openings.map((opening) => opening[field]);
  return [
    name,
    ...range(of('resultMs'), 0),
    String(median(of('requests'))),
    (median(of('bytes')) / 1_000).toFixed(1),
    Math.max(...of('layoutShift')).toFixed(4),
  ];
}

/** When the result of a confirmed code is on the screen, with the first paint and without, turn by turn. */
export async function formatInstant(server: BenchServer): Promise<string> {
  const merchant = await openDemoMerchant(server);
  const contenders = [
    { name: 'first paint', ...deployed(true) },
    { name: 'application alone', ...deployed(false) },
  ];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET_BROWSER });
  const processes: HttpProcess[] = [];
  const openings = contenders.map((): Opening[] => []);
  try {
    for (const { root } of contenders) {
      processes.push(await startApi(merchant.database, [], join(root, 'api/dist/main.js')));
    }
    // The first opening warms each process up and is not counted.
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [index, { port }] of processes.entries()) {
        const opening = await open(browser, `http://localhost:${port}${await merchant.issueCashback()}`);
        if (run > 0) openings[index]?.push(opening);
      }
    }
  } finally {
    await browser.close();
    await Promise.all([...processes.map((process) => process.stop()), merchant.stop()]);
    for (const { discard } of contenders) discard();
  }
  return formatTable(
    ['result on the screen', 'median ms', 'min', 'max', 'requests', 'sent kB', 'layout shift'],
    contenders.map(({ name }, index) => row(name, openings[index] ?? [])),
  );
}
