import type { Browser, Request } from 'playwright';
import { inlineScripts, weigh } from './script-weight.ts';

export interface FirstLoad {
  requests: number;
  scripts: number;
  scriptGzipBytes: number;
  scriptBrotliBytes: number;
  /** Bodies as they really traveled, of every kind. */
  transferredBytes: number;
}

/** A page is loaded when it has asked for nothing more this long. */
const QUIET_MS = 700;
const TIMEOUT_MS = 20_000;

/** Opens the address in a browser that has seen nothing yet. Throws when the page shows no content. */
export async function measureFirstLoad(
  browser: Browser,
  url: string,
  session: string | undefined,
): Promise<FirstLoad> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  try {
    if (session) await context.addCookies([{ name: 'session', value: session, url }]);
    const page = await context.newPage();
    const requests: Request[] = [];
    let lastAt = Date.now();
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(request);
      lastAt = Date.now();
    });
    page.on('requestfinished', () => {
      lastAt = Date.now();
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.getByRole('heading').first().waitFor({ timeout: TIMEOUT_MS });
    if (page.url() !== url) throw new Error(`${url} led to ${page.url()}.`);
    const deadline = Date.now() + TIMEOUT_MS;
    while (Date.now() - lastAt < QUIET_MS && Date.now() < deadline) await page.waitForTimeout(50);
    return await sumUp(requests);
  } finally {
    await context.close();
  }
}

async function sumUp(requests: Request[]): Promise<FirstLoad> {
  const sum: FirstLoad = {
    requests: requests.length,
    scripts: 0,
    scriptGzipBytes: 0,
    scriptBrotliBytes: 0,
    transferredBytes: 0,
  };
  for (const request of requests) {
    const response = await request.response();
    if (!response) continue;
    sum.transferredBytes += (await request.sizes()).responseBodySize;
    const kind = request.resourceType();
    if (kind !== 'script' && kind !== 'document') continue;
    const body = await response.body();
    const scripts =
      kind === 'script' ? [body] : inlineScripts(body.toString()).map((text) => Buffer.from(text));
    for (const [index, script] of scripts.entries()) {
      const weight = weigh(`${request.url()}#${index}`, script);
      sum.scripts += 1;
      sum.scriptGzipBytes += weight.gzipBytes;
      sum.scriptBrotliBytes += weight.brotliBytes;
    }
  }
  return sum;
}
