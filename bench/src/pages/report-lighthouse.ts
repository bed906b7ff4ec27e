import type { BenchServer } from '../bench-database.ts';
import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import { type DemoMerchant, openDemoMerchant } from './demo-merchant.ts';
import { type Audit, auditPage, CATEGORIES, type Category, ensureLighthouse } from './lighthouse-audit.ts';

/** Score that each page must reach, as the median of its runs. */
const TARGETS: Record<Category, number> = { performance: 98, accessibility: 100, 'best-practices': 100 };
const RUNS = 3;

interface PublicPage {
  name: string;
  /** Asked before each run: a code counts as confirmed once. */
  path: () => string | Promise<string>;
}

function publicPages(merchant: DemoMerchant): PublicPage[] {
  const page = (name: string, path: PublicPage['path']): PublicPage => ({ name, path });
  return [
    page('customer: cashback', merchant.issueCashback),
    page('customer: redemption', merchant.requestRedemption),
    page('customer: unknown code', () => '/customer/cashback/CASHBACK_nobody-knows-this-one-at-all'),
    page('customer: balance', () => `/customer/dashboard/${merchant.phone}`),
    page(
      "customer: a merchant's balance",
      () => `/customer/dashboard/${merchant.phone}?loja=${merchant.slug}`,
    ),
    page('customer: unknown phone', () => '/customer/dashboard/21900000000'),
    page('customer: signup', () => `/signup/${merchant.slug}`),
    page('customer: unknown signup', () => '/signup/nobody-has-this-slug'),
    page('employees: login', () => '/login'),
    page('employees: signup', () => '/signup'),
    page('employees: forgotten password', () => '/forgot-password'),
  ];
}

type Verdict = Omit<Audit, 'findings'>;

function medianOf(audits: Audit[]): Verdict {
  const of = (read: (audit: Audit) => number) => median(audits.map(read));
  const score = (category: Category) => of(({ scores }) => scores[category]);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    fcpMs: of(({ fcpMs }) => fcpMs),
    lcpMs: of(({ lcpMs }) => lcpMs),
    tbtMs: of(({ tbtMs }) => tbtMs),
    cls: of(({ cls }) => cls),
    requests: of(({ requests }) => requests),
    bytes: of(({ bytes }) => bytes),
    scriptBytes: of(({ scriptBytes }) => scriptBytes),
  };
}

const seconds = (ms: number) => (ms / 1_000).toFixed(2);
const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);

function row(name: string, verdict: Verdict): string[] {
  return [
    name,
    ...CATEGORIES.map((category) => String(verdict.scores[category])),
    seconds(verdict.fcpMs),
    seconds(verdict.lcpMs),
    verdict.tbtMs.toFixed(0),
    verdict.cls.toFixed(3),
    verdict.requests.toFixed(0),
    kilobytes(verdict.bytes),
    kilobytes(verdict.scriptBytes),
  ];
}

const HEAD = [
  'page',
  'perf',
  'a11y',
  'best',
  'FCP s',
  'LCP s',
  'TBT ms',
  'CLS',
  'requests',
  'sent kB',
  'JS brotli kB',
];

interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

/** Prints what Lighthouse's telephone finds on every public page. Answers whether all targets are reached. */
export async function reportLighthouse(server: BenchServer, options: ReportOptions): Promise<boolean> {
  const { isQuick, say, onProgress } = options;
  await ensureLighthouse();
  const merchant = await openDemoMerchant(server);
  const rows: string[][] = [];
  const misses: string[] = [];
  try {
    for (const { name, path } of publicPages(merchant)) {
      onProgress(name);
      const audits: Audit[] = [];
      for (let run = 0; run < (isQuick ? 1 : RUNS); run += 1) {
        audits.push(await auditPage(`${merchant.origin}${await path()}`));
      }
      const verdict = medianOf(audits);
      rows.push(row(name, verdict));
      const missed = CATEGORIES.filter((category) => verdict.scores[category] < TARGETS[category]);
      const findings = new Set(audits.flatMap((audit) => audit.findings));
      if (missed.length > 0)
        misses.push(`${name} misses ${missed.join(', ')}:`, ...[...findings].map((each) => `  ${each}`));
    }
  } finally {
    await merchant.stop();
  }
  const targets = CATEGORIES.map((category) => `${category} ${TARGETS[category]}`).join(', ');
  say(`\nLighthouse on a telephone, median of ${isQuick ? 1 : RUNS}\n${formatTable(HEAD, rows)}\n`);
  for (const line of misses) say(line);
  say(misses.length === 0 ? `Every page reaches ${targets}.` : `The targets are ${targets}.`);
  return misses.length === 0;
}
