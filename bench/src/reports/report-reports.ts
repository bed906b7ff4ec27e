import { cpus, loadavg } from 'node:os';
import type { BenchServer } from '../bench-database.ts';
import { withMerchants } from '../history/merchant.ts';
import { formatTable } from '../print-table.ts';
import { IN_FLIGHT, type InFlight, measureScreens, type ScreenTimes, spread } from './measure-screens.ts';
import { FULL, openSizes, QUICK, type Sized } from './open-sizes.ts';
import { formatReadsWithoutRollups } from './reads-without-rollups.ts';
import { type Screen, screensAt } from './screens.ts';
import { reportUnderLoad } from './under-load.ts';

/** Limits: the ratio of the largest's median to the smallest's, and the 95th percentile in milliseconds. */
const MOST_TIMES_SMALLEST = 1.2;
const LIMIT_MS = 50;

interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

const WORDS: Record<InFlight, string> = { 1: 'one after another', 4: 'four at once' };
const ms = (value: number) => value.toFixed(1);

/** The largest's median as a multiple of the smallest's. */
function growth(times: ScreenTimes, screen: Screen, inFlight: InFlight, sizes: readonly Sized[]): number {
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest) return Number.NaN;
  const p50 = (size: Sized) => spread(times.of(screen, inFlight, size)).p50;
  return p50(largest) / p50(smallest);
}

function formatTimes(
  times: ScreenTimes,
  screens: readonly Screen[],
  inFlight: InFlight,
  sizes: readonly Sized[],
): string {
  const head = sizes.flatMap(({ name }) => [`${name}: p50`, 'p95', 'p99']);
  const rows = screens.map((screen) => {
    const cells = sizes.flatMap((size) => Object.values(spread(times.of(screen, inFlight, size))).map(ms));
    return [screen.name, ...cells, `${growth(times, screen, inFlight, sizes).toFixed(2)}×`];
  });
  return formatTable([`ms, ${WORDS[inFlight]}`, ...head, 'largest ÷ smallest'], rows);
}

/**
 * One sentence for each promise that does not hold. Growth is judged at one call in flight, where calls do
 * not wait for each other.
 */
function judge(times: ScreenTimes, screens: readonly Screen[], sizes: readonly Sized[]): string[] {
  const judged = screens.filter(({ isJudged }) => isJudged);
  const grown = judged.flatMap((screen) => {
    const ratio = growth(times, screen, 1, sizes);
    return ratio <= MOST_TIMES_SMALLEST
      ? []
      : [`${screen.name}: the largest takes ${ratio.toFixed(2)} times as long.`];
  });
  const slow = judged.flatMap((screen) =>
    IN_FLIGHT.flatMap((inFlight) =>
      sizes
        .filter((size) => spread(times.of(screen, inFlight, size)).p95 > LIMIT_MS)
        .map(
          ({ name }) =>
            `${screen.name}, ${WORDS[inFlight]}: the 95th percentile at ${name} is above ${LIMIT_MS} ms.`,
        ),
    ),
  );
  return [...grown, ...slow];
}

function formatRollups(sizes: readonly Sized[]): string {
  const rows = sizes.map(({ name, customers, ledgerDays, building, verifying }) => [
    name,
    customers.toLocaleString('en'),
    String(ledgerDays),
    building.toFixed(1),
    verifying.toFixed(1),
    '0',
  ]);
  const head = [
    'customers',
    'days with lots and ledger',
    'rollups built in s',
    'compared in s',
    'differences',
  ];
  return formatTable(['purchases in 730 days', ...head], rows);
}

/**
 * npm run bench -- --reports: measures the screens of reports at three sizes of a merchant, over HTTP as a
 * signed-in owner, and if they grow with it. Throws when a number differs from the rows by a centavo.
 */
export async function reportReports(server: BenchServer, options: ReportOptions): Promise<boolean> {
  const { isQuick, say, onProgress } = options;
  const [busy = 0] = loadavg();
  return await withMerchants(server, async (open) => {
    const sizes = await openSizes(open, isQuick ? QUICK : FULL, onProgress);
    say(
      `\nReports of two years, one merchant of each size among 199 others (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)})`,
    );
    say(`\n${formatRollups(sizes)}`);
    const screens = screensAt(new Date());
    const times = await measureScreens(sizes, screens, { rounds: isQuick ? 3 : 40, onProgress });
    for (const inFlight of IN_FLIGHT) say(`\n${formatTimes(times, screens, inFlight, sizes)}`);
    onProgress('reading the same from the rows themselves');
    say(`\n${await formatReadsWithoutRollups(sizes)}`);
    const failures = judge(times, screens, sizes);
    failures.push(...(await reportUnderLoad(sizes, screens, options)));
    say(
      failures.length === 0
        ? `\nDashboard and reports of a month and of a year: the largest at most ${MOST_TIMES_SMALLEST} times the smallest, 95th percentile within ${LIMIT_MS} ms.`
        : `\n${failures.join('\n')}`,
    );
    return failures.length === 0;
  });
}
