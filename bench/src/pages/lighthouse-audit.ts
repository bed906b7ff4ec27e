import { launch } from 'chrome-launcher';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { CHROMIUM, QUIET_BROWSER } from './browser.ts';
import { inlineScripts, weigh } from './script-weight.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof CATEGORIES)[number];

/** One run over one page, as Lighthouse's telephone sees it: slow 4G, a processor four times slower. */
export interface Audit {
  /** 0 to 100. */
  scores: Record<Category, number>;
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  /** Cumulative layout shift. */
  cls: number;
  requests: number;
  bytes: number;
  /** Bytes of script files as they were sent, and of inline scripts as Brotli would send them. */
  scriptBytes: number;
  /** Imperfect audits, worst first: 'performance: unused-css-rules (0.5)'. */
  findings: string[];
}

interface NetworkRequest {
  transferSize: number;
  resourceType: string;
}

/** A recording that a busy machine spoils is made again, this often. */
const ATTEMPTS = 3;
/** Lighthouse's codes of a recording that it could not read; any other error is the page's fault. */
const SPOILED = new Set(['NO_NAVSTART', 'NO_TRACING_STARTED', 'NO_RESOURCE_REQUEST', 'NO_DCL', 'NO_FCP']);

/** Each run has a browser of its own that has seen nothing yet. Throws when the page can't be judged. */
export async function auditPage(url: string): Promise<Audit> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await record(url);
    const { code, message } = result?.lhr.runtimeError ?? {};
    if (result && code === undefined) return readResult(result, await inlineScriptBytes(url));
    if (attempt === ATTEMPTS || (code !== undefined && !SPOILED.has(code))) {
      throw new Error(`${url}: ${message ?? 'Lighthouse gave no result'}`);
    }
  }
}

async function record(url: string): Promise<RunnerResult | undefined> {
  const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: [...QUIET_BROWSER, '--headless=new'] });
  try {
    const { port } = chrome;
    return await lighthouse(url, { port, logLevel: 'silent', onlyCategories: [...CATEGORIES] });
  } finally {
    chrome.kill();
  }
}

function readResult({ lhr }: RunnerResult, inlineBytes: number): Audit {
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  const details = lhr.audits['network-requests']?.details as { items?: NetworkRequest[] } | undefined;
  const requests = details?.items ?? [];
  const sizeOf = (items: NetworkRequest[]) => items.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    requests: requests.length,
    bytes: sizeOf(requests),
    scriptBytes: sizeOf(requests.filter(({ resourceType }) => resourceType === 'Script')) + inlineBytes,
    findings: CATEGORIES.flatMap((category) => findingsOf(lhr, category)),
  };
}

function findingsOf(lhr: RunnerResult['lhr'], category: Category): string[] {
  const references = lhr.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return references
    .map(({ id }) => ({ id, score: lhr.audits[id]?.score ?? null }))
    .filter((audit): audit is { id: string; score: number } => audit.score !== null && audit.score < 0.9)
    .sort((one, other) => one.score - other.score)
    .map(({ id, score }) => `${category}: ${id} (${score})`);
}

async function inlineScriptBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  return inlineScripts(html).reduce(
    (sum, script, index) => sum + weigh(`${url}#${index}`, Buffer.from(script)).brotliBytes,
    0,
  );
}
