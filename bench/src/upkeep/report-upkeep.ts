import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { BenchServer } from '../bench-database.ts';
import { measureFlush } from '../disk-flush.ts';
import { assertLedgerVerifies } from '../ledger-check.ts';
import { startLoadGenerator } from '../load/load-generator.ts';
import { formatTable } from '../print-table.ts';
import { verify, withTenancy } from '../reports/rollups-tenancy.ts';
import { median } from '../statistics.ts';
import { ACTIONS } from './actions.ts';
import { BUYER_GROUPS, people } from './buyer-groups.ts';
import type { MixedLoadOrder } from './load-process.ts';
import { type Arena, CONNECTIONS, createArena, measureUpkeep, type UpkeepResults } from './measure-upkeep.ts';
import { type Stage, withStages } from './stage.ts';

const LOAD = join(import.meta.dirname, 'load-process.ts');
/**
 * The most that recording rollups may cost of what a merchant sells a second, and the least that one merchant
 * may sell of what 200 do.
 */
const MOST_LOST = 0.15;
const LEAST_OF_ONE = 0.8;

/**
 * Stages with and without rollups; two are without, since the difference between equal ones is the run's
 * noise.
 */
const STAGES = [
  { name: 'with rollups', hasRollups: true },
  { name: 'without', hasRollups: false },
  { name: 'without again', hasRollups: false },
];
const PAIRS = [
  { arena: 'with rollups, many', other: 'without, many' },
  { arena: 'without again, many', other: 'without, many' },
  { arena: 'with rollups, one', other: 'with rollups, many' },
  { arena: 'without, one', other: 'without, many' },
  { arena: 'with rollups, one', other: 'without, one' },
];

interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

const spread = (ratios: readonly number[]) =>
  `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;

function formatRates(results: UpkeepResults, arenas: readonly Arena[]): string {
  const rows = ACTIONS.flatMap((action) =>
    arenas.map(({ name }) => {
      const { perSecond, p50Ms, p99Ms, databaseCpu, apiCpu } = results.of(name, action);
      const cells = [perSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1)];
      return [`${action}, ${name}`, ...cells, databaseCpu.toFixed(0), apiCpu.toFixed(0)];
    }),
  );
  const head = ['per second', 'p50 ms', 'p99 ms', 'database CPU µs', 'API CPU µs'];
  return formatTable([`at ${CONNECTIONS} connections`, ...head], rows);
}

function formatRatios(results: UpkeepResults): string {
  const rows = PAIRS.map(({ arena, other }) => [
    `${arena} ÷ ${other}`,
    ...ACTIONS.flatMap((action) => {
      const ratios = results.ratios(arena, other, action);
      return [`${median(ratios).toFixed(2)}×`, spread(ratios)];
    }),
  ]);
  return formatTable(
    ['of the rate in the same round', ...ACTIONS.flatMap((action) => [action, 'by round'])],
    rows,
  );
}

function judge(results: UpkeepResults): string[] {
  const ofPurchase = (arena: string, other: string) => median(results.ratios(arena, other, 'purchase'));
  const withRollups = ofPurchase('with rollups, many', 'without, many');
  const one = ofPurchase('with rollups, one', 'with rollups, many');
  return [
    ...(withRollups >= 1 - MOST_LOST
      ? []
      : [`Recording rollups costs ${((1 - withRollups) * 100).toFixed(0)} % of the purchases.`]),
    ...(one >= LEAST_OF_ONE ? [] : [`One merchant sells ${one.toFixed(2)} times what many sell together.`]),
  ];
}

/** Stored rollups are those of the rows, and every ledger adds up. */
async function assertStagesHold(stages: readonly Stage[]): Promise<void> {
  const merchantIds = people.map(({ merchantId }) => merchantId);
  for (const { hasRollups, database } of stages) {
    if (hasRollups) await withTenancy(database.appUrl, (tenancy) => verify(tenancy, merchantIds));
    await assertLedgerVerifies(database, merchantIds);
  }
}

/**
 * npm run bench -- --upkeep: what recording rollups costs those who sell. The same build on databases whose
 * triggers record changes and on ones whose triggers are off, and all load on one merchant beside the same on
 * two hundred.
 */
export async function reportUpkeep(server: BenchServer, options: ReportOptions): Promise<boolean> {
  const { isQuick, say, onProgress } = options;
  const [busy = 0] = loadavg();
  const flush = measureFlush(server.dataDirectory);
  const laid = isQuick ? 40_000 : 100_000;
  onProgress(`laying ${laid.toLocaleString('en')} purchases ready for each group of buyers of each database`);
  const wanted = STAGES.map((stage) => ({ ...stage, purchases: laid }));
  return await withStages(server, wanted, async (stages) => {
    const load = startLoadGenerator<MixedLoadOrder>(LOAD);
    try {
      const arenas = stages.flatMap((stage) =>
        BUYER_GROUPS.map((group) => createArena({ stage, group, laid, issued: 0, confirmed: 0 })),
      );
      const times = isQuick
        ? { rounds: 2, seconds: 1, warmUpSeconds: 1 }
        : { rounds: 4, seconds: 2, warmUpSeconds: 1 };
      const results = await measureUpkeep(load, arenas, { ...times, databasePid: server.pid, onProgress });
      onProgress('comparing rollups with rows and verifying the ledgers');
      await assertStagesHold(stages);
      say(
        `\nWhat recording rollups costs (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)}, fdatasync of 8 kB ${flush.p50Ms.toFixed(2)} ms)`,
      );
      say(`\n${formatRates(results, arenas)}\n\n${formatRatios(results)}`);
      const { milliseconds, calls } = results.vacuum;
      say(
        `Clearing the queue between rounds took ${((milliseconds * 1_000) / calls).toFixed(1)} µs for each call. Without rollups the API still looks for changes once in 64 calls, and finds none.`,
      );
      say('Afterwards every rollup is what its rows say, to the centavo, and every ledger adds up.');
      const failures = judge(results);
      say(
        failures.length === 0
          ? `Recording rollups costs at most ${MOST_LOST * 100} % of the purchases, and one merchant sells at least ${LEAST_OF_ONE} times what many do.`
          : failures.join('\n'),
      );
      return failures.length === 0;
    } finally {
      await load.stop();
    }
  });
}
