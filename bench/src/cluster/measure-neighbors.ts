import { setTimeout as wait } from 'node:timers/promises';
import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import type { ClusterStage } from './cluster-stage.ts';
import type { ReportOptions } from './overload-report.ts';
import type { PurchaseReport } from './paced-process.ts';

/** The merchant that is measured, and the one beside it. */
const [MEASURED, BESIDE] = [1, 2];
/** As many as an honest merchant's counters have in flight, and then more. */
const HONEST = 16;
const MORE = [30, 60, 100, 150];
const PER_SECOND = 20;
/** Of the measured purchases' ramp, during which the others are there already. */
const RAMP_SECONDS = 4;
const MOST_TIMES = 1.2;
/** One merchant's purchases a second over a hundred merchants', over so many connections. */
const ALONE_CONNECTIONS = 32;
const LEAST_ALONE = 0.95;

/** Connections that ask for event streams with made-up sessions, without a pause. */
const STREAMS = [40, 150];

/** Customers of a file. They begin where no other customer's phone does. */
const IMPORTED = 9_900;
const FIRST_IMPORTED = 21_900_000_000;
/** More of them than are imported while the others are measured. */
const FILES = 8;

interface Beside {
  name: string;
  /** Begins it, for so many seconds. @returns what it came to, in words */
  begin(seconds: number): Promise<string>;
  p50Ms: number[];
  p95Ms: number[];
  refused: number;
  done: number;
  others: string;
}

const refusedOf = (report: PurchaseReport) =>
  Object.entries(report).reduce(
    (sum, [status, { perSecond }]) => (status === '200' ? sum : sum + perSecond),
    0,
  );

/** '20 × 200, 3 × 503', a second. */
const inWords = (report: PurchaseReport) =>
  Object.entries(report)
    .map(([status, { perSecond }]) => `${perSecond.toFixed(0)} × ${status}`)
    .join(', ');

/** All that stands beside the measured merchant, in turn; the honest one first. */
function listBeside(stage: ClusterStage, port: number): [Beside, ...Beside[]] {
  const beside = (name: string, begin: Beside['begin']): Beside => ({
    ...{ name, begin, p50Ms: [], p95Ms: [], refused: 0, done: 0, others: '' },
  });
  const purchases = (connections: number) =>
    beside(`${connections} purchases`, async (seconds) => {
      return inWords(await stage.sellAs(BESIDE, { port, connections, seconds }));
    });
  const streams = (connections: number) =>
    beside(`${connections} made-up streams`, async (seconds) => {
      const stop = stage.askMadeUpStreams(port, connections);
      await wait(seconds * 1_000);
      return `${((await stop()).refused / seconds).toFixed(0)} refused`;
    });
  let next = FIRST_IMPORTED;
  const nextFile = () => {
    const first = next;
    next += IMPORTED;
    return Array.from({ length: IMPORTED }, (_, line) => String(first + line));
  };
  /** One file after another, while the importing merchant sells to the phones of all. */
  const imports = beside(`imports of ${IMPORTED}`, async (seconds) => {
    const files = Array.from({ length: FILES }, nextFile);
    const phones = Array.from({ length: IMPORTED }, (_, line) =>
      files.map((file) => file[line] ?? ''),
    ).flat();
    const [since, checkedAt] = [performance.now(), new Date().toISOString()];
    const selling = stage.sellAs(BESIDE, { port, connections: 8, perSecond: PER_SECOND, seconds }, phones);
    const took: string[] = [];
    for (const file of files) {
      const [beganAt, status] = [
        performance.now(),
        await stage.importAs(BESIDE, { port, phones: file, checkedAt }),
      ];
      took.push(`${status} in ${((performance.now() - beganAt) / 1_000).toFixed(1)} s`);
      if (performance.now() - since > seconds * 1_000) break;
    }
    return `${took.join(', ')}; to their phones ${inWords(await selling)}`;
  });
  return [purchases(HONEST), ...MORE.map(purchases), ...STREAMS.map(streams), imports];
}

/**
 * A merchant's purchases beside many of another merchant's session and beside made-up event streams, in turn,
 * and one merchant's rate alone beside that of all.
 */
export async function measureNeighbors(
  stage: ClusterStage,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  const { port, stop } = await stage.start(1);
  const [rounds, seconds] = isQuick ? [1, 3] : [7, 4];
  const beside = listBeside(stage, port);
  const ratios: number[] = [];
  try {
    await stage.sell({ port, connections: ALONE_CONNECTIONS, seconds: 3 });
    for (let round = 1; round <= rounds; round += 1) {
      await stage.vacuum();
      for (const measured of beside) {
        const others = measured.begin(seconds + RAMP_SECONDS);
        const own = await stage.sellAs(MEASURED, { port, connections: 8, perSecond: PER_SECOND, seconds });
        measured.p50Ms.push(own['200']?.p50Ms ?? Number.POSITIVE_INFINITY);
        measured.p95Ms.push(own['200']?.p95Ms ?? Number.POSITIVE_INFINITY);
        measured.refused += refusedOf(own) * seconds;
        measured.done += (own['200']?.perSecond ?? 0) * seconds;
        measured.others = await others;
        onProgress(
          `round ${round}, beside ${measured.name}: p50 ${own['200']?.p50Ms.toFixed(1)}, p95 ${own['200']?.p95Ms.toFixed(1)} ms; ${measured.others}`,
        );
      }
      const alone = await stage.sellAs(BESIDE, { port, connections: ALONE_CONNECTIONS, seconds });
      const all = await stage.sell({ port, connections: ALONE_CONNECTIONS, seconds });
      ratios.push((alone['200']?.perSecond ?? 0) / (all['200']?.perSecond ?? 1));
      onProgress(
        `round ${round}: alone ${alone['200']?.perSecond.toFixed(0)}, all ${all['200']?.perSecond.toFixed(0)}/s`,
      );
    }
  } finally {
    await stop();
  }
  const [honest] = beside;
  const times = (of: 'p50Ms' | 'p95Ms', measured: Beside) => median(measured[of]) / median(honest[of]);
  const rows = beside.map((measured) => [
    measured.name,
    median(measured.p50Ms).toFixed(1),
    times('p50Ms', measured).toFixed(2),
    median(measured.p95Ms).toFixed(1),
    times('p95Ms', measured).toFixed(2),
    `${measured.refused.toFixed(0)} of ${(measured.refused + measured.done).toFixed(0)}`,
    measured.others,
  ]);
  const columns = [
    'beside',
    'p50 ms',
    `÷ ${HONEST}`,
    'p95 ms',
    `÷ ${HONEST}`,
    'refused',
    'the others, a second',
  ];
  say(`\n${PER_SECOND} purchases a second of a merchant, beside others; medians of ${rounds}\n`);
  say(formatTable(columns, rows));
  say(
    `One merchant alone ÷ a hundred: ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; at least ${LEAST_ALONE}).`,
  );
  const isFair = beside.every(
    (measured) =>
      measured.refused === 0 &&
      times('p50Ms', measured) <= MOST_TIMES &&
      times('p95Ms', measured) <= MOST_TIMES,
  );
  return isFair && median(ratios) >= LEAST_ALONE;
}
