import { type CpuTime, readCpuTime } from '../cpu-time.ts';
import type { LoadGenerator } from '../load/load-generator.ts';
import { median } from '../statistics.ts';
import { ACTIONS, type ActionName, actions, type Customers } from './actions.ts';
import type { CallsLoadOrder } from './load-process.ts';
import type { Merchant } from './merchant.ts';

/** One past to compare: customers of a merchant who have it. */
export interface Arena {
  name: string;
  /**
   * Equal to the first arena in everything but its place in time: how far it strays from it is the run's
   * noise.
   */
  isControl: boolean;
  merchant: Merchant;
  customersOf: Record<ActionName, Customers>;
}

interface Measurement {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of one call. */
  cpu: CpuTime | undefined;
  /**
   * Bytes of write-ahead log one call took; the server's log is shared, and nothing else writes meanwhile.
   */
  logBytes: number;
}

export interface MeasureOptions {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  connections: number;
  databasePid: number;
  onProgress: (line: string) => void;
}

export interface Results {
  /** The median of the rounds. */
  of(arena: string, action: ActionName): Measurement;
  /** Throughput in each round, as a share of the first arena's in the same round. */
  ratiosOf(arena: string, action: ActionName): number[];
  answered(arena: string): Record<ActionName, number>;
}

const RAMP_SECONDS = 0.5;
/** Rows to prepare, as a multiple of the best count of calls so far. */
const HEADROOM = 1.5;
const FIRST_GUESS: Record<ActionName, number> = { confirm: 4_000, redeem: 4_000, issue: 1_000 };

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

async function logPosition({ owner }: Merchant): Promise<number> {
  const { rows } = await owner.query<{ at: string }>(
    "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text AS at",
  );
  return Number(rows[0]?.at);
}

function cpuOfOne(before: CpuTime | undefined, after: CpuTime | undefined, calls: number) {
  if (before === undefined || after === undefined) return undefined;
  return {
    database: (after.database - before.database) / calls,
    server: (after.server - before.server) / calls,
    client: (after.client - before.client) / calls,
  };
}

/** Fills all caches and lets V8 compile; the tables' statistics are those of a merchant at work. */
async function warmUpAll(arenas: readonly Arena[], warmUp: (arena: Arena) => Promise<void>): Promise<void> {
  for (const arena of arenas) await warmUp(arena);
  for (const { owner } of new Set(arenas.map(({ merchant }) => merchant)))
    await owner.query('VACUUM (ANALYZE)');
  await arenas[0]?.merchant.owner.query('CHECKPOINT');
  // The first change of a page after a checkpoint puts the whole page into the log. In a big table that would
  // be most pages met in the short time measured, and is next to none in the minutes between two checkpoints.
  for (const arena of arenas) await warmUp(arena);
}

/**
 * Measures each action on each arena in turn, `rounds` times: what else the machine does meanwhile falls on
 * all of them, and each is compared with its neighbor in time.
 */
export async function measureArenas(
  load: LoadGenerator<CallsLoadOrder>,
  arenas: readonly Arena[],
  options: MeasureOptions,
): Promise<Results> {
  const measured = new Map<string, Measurement[]>();
  const answered = new Map<string, number>();
  const fastest = { ...FIRST_GUESS };

  async function run({ name, merchant, customersOf }: Arena, action: ActionName, seconds: number) {
    const { procedure, isStaffs, prepare } = actions[action];
    const count = Math.ceil(fastest[action] * HEADROOM * (RAMP_SECONDS + seconds));
    const calls = await prepare(merchant, customersOf[action], count);
    const pids = { database: options.databasePid, servers: [merchant.api.pid], load: load.pid };
    const [cpu, log] = [readCpuTime(pids), await logPosition(merchant)];
    const report = await load.run({
      ...{ port: merchant.api.port, procedure, session: isStaffs ? merchant.session : undefined, calls },
      ...{ connections: options.connections, rampMs: RAMP_SECONDS * 1_000, measureMs: seconds * 1_000 },
    });
    const logBytes = ((await logPosition(merchant)) - log) / report.answered;
    fastest[action] = Math.max(fastest[action], report.perSecond);
    const key = `${name} ${action}`;
    answered.set(key, (answered.get(key) ?? 0) + report.answered);
    return { ...report, logBytes, cpu: cpuOfOne(cpu, readCpuTime(pids), report.answered) };
  }

  options.onProgress('warming up');
  await warmUpAll(arenas, async (arena) => {
    for (const action of ACTIONS) await run(arena, action, options.warmUpSeconds);
  });
  for (let round = 0; round < options.rounds; round += 1) {
    for (const action of ACTIONS) {
      for (const arena of rotate(arenas, round)) {
        const measurement = await run(arena, action, options.seconds);
        const key = `${arena.name} ${action}`;
        measured.set(key, [...(measured.get(key) ?? []), measurement]);
        options.onProgress(
          `round ${round + 1}, ${action}, ${arena.name}: ${measurement.perSecond.toFixed(0)}/s`,
        );
      }
    }
  }
  return summarize(arenas, measured, answered);
}

function summarize(
  arenas: readonly Arena[],
  measured: Map<string, Measurement[]>,
  answered: Map<string, number>,
): Results {
  const roundsOf = (arena: string, action: ActionName) => measured.get(`${arena} ${action}`) ?? [];
  return {
    of(arena, action) {
      const rounds = roundsOf(arena, action);
      const of = (read: (round: Measurement) => number | undefined) =>
        median(rounds.map((round) => read(round) ?? Number.NaN));
      return {
        perSecond: of((round) => round.perSecond),
        p50Ms: of((round) => round.p50Ms),
        p99Ms: of((round) => round.p99Ms),
        logBytes: of((round) => round.logBytes),
        cpu: {
          database: of((round) => round.cpu?.database),
          server: of((round) => round.cpu?.server),
          client: of((round) => round.cpu?.client),
        },
      };
    },
    ratiosOf(arena, action) {
      const base = roundsOf(arenas[0]?.name ?? '', action);
      const rounds = roundsOf(arena, action);
      return rounds.map((round, at) => round.perSecond / (base[at]?.perSecond ?? Number.NaN));
    },
    answered(arena) {
      const of = (action: ActionName) => answered.get(`${arena} ${action}`) ?? 0;
      return { confirm: of('confirm'), redeem: of('redeem'), issue: of('issue') };
    },
  };
}
