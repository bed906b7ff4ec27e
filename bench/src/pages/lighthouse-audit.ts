import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runChild } from '../child-process.ts';
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

/** As much of Lighthouse's result as is read here. */
interface LighthouseResult {
  runtimeError?: { code: string; message: string };
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >;
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { items?: unknown[] } } | undefined
  >;
}

interface NetworkRequest {
  transferSize: number;
  resourceType: string;
}

/** A recording that a busy machine spoils is made again, this often. */
const ATTEMPTS = 3;
/** Lighthouse's codes of a recording that it could not read; any other error is the page's fault. */
const SPOILED = new Set(['NO_NAVSTART', 'NO_TRACING_STARTED', 'NO_RESOURCE_REQUEST', 'NO_DCL', 'NO_FCP']);

/** A package of its own, outside the workspaces: nothing else needs what Lighthouse brings along. */
const TOOL = join(ROOT, 'bench/lighthouse');

/** Installs Lighthouse where it is not yet. */
export async function ensureLighthouse(): Promise<void> {
  if (existsSync(join(TOOL, 'node_modules/lighthouse'))) return;
  await runChild('npm', ['ci', '--no-audit', '--no-fund'], { cwd: TOOL });
}

/** Each run has a browser of its own that has seen nothing yet. Throws when the page can't be judged. */
export async function auditPage(url: string): Promise<Audit> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await record(url);
    if (!result.runtimeError) return readResult(result, await inlineScriptBytes(url));
    const { code, message } = result.runtimeError;
    if (attempt === ATTEMPTS || !SPOILED.has(code)) throw new Error(`${url}: ${message}`);
  }
}

async function record(url: string): Promise<LighthouseResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cashback-lighthouse-'));
  const path = join(folder, 'result.json');
  try {
    const options = [
      ...['--quiet', '--no-enable-error-reporting', '--output=json', `--output-path=${path}`],
      `--only-categories=${CATEGORIES.join()}`,
      `--chrome-flags=${[...QUIET_BROWSER, '--headless=new'].join(' ')}`,
    ];
    const failure = await runChild(
      process.execPath,
      [join(TOOL, 'node_modules/lighthouse/cli/index.js'), url, ...options],
      { env: { ...process.env, CHROME_PATH: CHROMIUM } },
    ).then(
      () => undefined,
      (error: unknown) => error,
    );
    // It also fails where the page could not be judged, and says so in its result.
    if (!existsSync(path)) throw failure ?? new Error(`${url}: Lighthouse gave no result`);
    return JSON.parse(await readFile(path, 'utf8')) as LighthouseResult;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readResult(lhr: LighthouseResult, inlineBytes: number): Audit {
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  const requests = (lhr.audits['network-requests']?.details?.items ?? []) as NetworkRequest[];
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

function findingsOf(lhr: LighthouseResult, category: Category): string[] {
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
