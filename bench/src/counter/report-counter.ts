import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import type { BenchServer } from '../bench-database.ts';
import { ROOT } from '../child-process.ts';
import { startLoadGenerator } from '../load/load-generator.ts';
import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import { BUYER_GROUPS } from '../upkeep/buyer-groups.ts';
import type { MixedLoadOrder } from '../upkeep/load-process.ts';
import { PROCEDURES } from './counter-calls.ts';
import { type CounterStage, openCounterStage } from './counter-stage.ts';
import { type Arena, CONNECTIONS, type CounterResults, measureCounter, medianOf } from './measure-counter.ts';
import { reportRetention } from './report-retention.ts';

const LOAD = join(import.meta.dirname, '../upkeep/load-process.ts');
/** The folder of another checkout, with its API built. */
const AGAINST = '--against';

interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

/** This checkout, and the one to measure beside it if there is any. */
function checkouts(): { name: string; folder: string }[] {
  const at = process.argv.indexOf(AGAINST);
  const other = at === -1 ? undefined : process.argv[at + 1];
  const folder = other && resolve(process.env.INIT_CWD ?? ROOT, other);
  return [{ name: 'this', folder: ROOT }, ...(folder ? [{ name: 'other', folder }] : [])];
}

const CASES = PROCEDURES.flatMap((procedure) =>
  CONNECTIONS.map((connections) => ({ procedure, connections })),
);

function formatRates(results: CounterResults, arenas: readonly Arena[]): string {
  const rows = CASES.flatMap(({ procedure, connections }) =>
    arenas.map((arena) => {
      const one = medianOf(results.roundsOf(arena, procedure, connections));
      const title = `${procedure}, ${connections}, ${arena.group.name}, ${arena.stage.name}`;
      const cpu = [one.databaseCpu, one.apiCpu, one.databaseCpu + one.apiCpu];
      return [
        title,
        one.perSecond.toFixed(0),
        one.p50Ms.toFixed(1),
        one.p99Ms.toFixed(1),
        ...cpu.map((each) => each.toFixed(0)),
      ];
    }),
  );
  const head = ['per second', 'p50 ms', 'p99 ms', 'database CPU µs', 'API CPU µs', 'together'];
  return formatTable(['procedure, connections, merchants, checkout', ...head], rows);
}

function formatRatios(results: CounterResults, [stage, other]: readonly CounterStage[]): string {
  if (!stage || !other) return '';
  const rows = CASES.flatMap(({ procedure, connections }) =>
    BUYER_GROUPS.map((group) => {
      const ours = results.roundsOf({ stage, group }, procedure, connections);
      const theirs = results.roundsOf({ stage: other, group }, procedure, connections);
      const rates = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN));
      const cpuOf = (each: (typeof ours)[number] | undefined) =>
        each ? each.databaseCpu + each.apiCpu : Number.NaN;
      const times = ours.map((each, round) => cpuOf(each) / cpuOf(theirs[round]));
      const cells = [rates, times].flatMap((ratios) => [
        median(ratios).toFixed(2),
        `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      ]);
      return [`${procedure}, ${connections}, ${group.name}`, ...cells];
    }),
  );
  return `\n\n${formatTable(['this ÷ other, in the same round', 'rate', 'by round', 'CPU', 'by round'], rows)}`;
}

/**
 * npm run bench -- --counter [--against <folder>]: purchases and redemptions made at the counter, by 200
 * merchants and by one, beside those of another checkout. With --retention: beside the job that erases.
 */
export async function reportCounter(
  server: BenchServer,
  { isQuick, say, onProgress }: ReportOptions,
): Promise<boolean> {
  if (process.argv.includes('--retention'))
    return await reportRetention(server, { isQuick, say, onProgress });
  const [busy = 0] = loadavg();
  const closers: (() => Promise<void>)[] = [];
  const load = startLoadGenerator<MixedLoadOrder>(LOAD);
  try {
    const stages: CounterStage[] = [];
    for (const checkout of checkouts()) {
      onProgress(`laying customers with a balance ready for the checkout in ${checkout.folder}`);
      stages.push(await openCounterStage(server, checkout, (close) => closers.unshift(close)));
    }
    const arenas = BUYER_GROUPS.flatMap((group) => stages.map((stage) => ({ stage, group })));
    const times = isQuick ? { rounds: 1, seconds: 1 } : { rounds: 4, seconds: 3 };
    const results = await measureCounter(load, arenas, { ...times, databasePid: server.pid, onProgress });
    onProgress('verifying the ledgers and comparing rollups with rows');
    for (const stage of stages) await stage.verify();
    say(
      `\nPurchases and redemptions (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)})`,
    );
    say(`\n${formatRates(results, arenas)}${formatRatios(results, stages)}`);
    say('Afterwards every ledger adds up and every rollup is what its rows say.');
    return true;
  } finally {
    await load.stop();
    for (const close of closers) await close();
  }
}
