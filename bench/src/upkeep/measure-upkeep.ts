import { type CpuTime, readCpuTime } from '../cpu-time.ts';
import type { LoadGenerator } from '../load/load-generator.ts';
import { median } from '../statistics.ts';
import { ACTIONS, type ActionName, CALLS_OF, callsOf, giveBack, type Supply } from './actions.ts';
import type { MixedLoadOrder } from './load-process.ts';

export const CONNECTIONS = 32;
const RAMP_SECONDS = 0.5;
/** Calls to prepare, as a multiple of the best count so far. */
const HEADROOM = 1.4;
const FIRST_GUESS: Record<ActionName, number> = { issue: 1_500, confirm: 5_000, purchase: 2_500 };

/** A group of buyers on a stage. */
export interface Arena {
  name: string;
  supply: Supply;
}

export interface Measurement {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of one action; microseconds. */
  databaseCpu: number;
  apiCpu: number;
}

export interface UpkeepOptions {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  databasePid: number;
  onProgress: (line: string) => void;
}

export interface UpkeepResults {
  /** The median of the rounds. */
  of(arena: string, action: ActionName): Measurement;
  /** Per second in each round, as a share of the other arena's in the same round. */
  ratios(arena: string, other: string, action: ActionName): number[];
  /**
   * Time to vacuum the queue of changes between rounds, and how many purchases' and confirmations' changes
   * had passed through it.
   */
  vacuum: { milliseconds: number; calls: number };
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

export function createArena(supply: Supply): Arena {
  return { name: `${supply.stage.name}, ${supply.group.name}`, supply };
}

/** Measures one turn: that action by 32 connections for that long. */
async function measure(
  load: LoadGenerator<MixedLoadOrder>,
  { supply }: Arena,
  action: ActionName,
  turn: { count: number; seconds: number; databasePid: number },
): Promise<Measurement & { answered: number }> {
  const { api } = supply.stage;
  const pids = { database: turn.databasePid, servers: [api.pid], load: load.pid };
  const calls = callsOf(action, supply, turn.count);
  const before = readCpuTime(pids);
  const report = await load.run({
    ...{ port: api.port, procedure: action, connections: CONNECTIONS, calls },
    ...{ rampMs: RAMP_SECONDS * 1_000, measureMs: turn.seconds * 1_000 },
  });
  const after = readCpuTime(pids);
  giveBack(action, supply, turn.count - report.answered);
  const share = CALLS_OF[action];
  const cpuOf = (place: keyof CpuTime) =>
    (((after?.[place] ?? Number.NaN) - (before?.[place] ?? Number.NaN)) / report.answered) * share;
  return {
    perSecond: report.perSecond / share,
    p50Ms: report.p50Ms,
    p99Ms: report.p99Ms,
    databaseCpu: cpuOf('database'),
    apiCpu: cpuOf('server'),
    answered: report.answered,
  };
}

/**
 * Refreshes the tables' statistics, so that they are those of merchants at work and not of the time before
 * the first confirmation.
 */
async function refreshStatistics(arenas: readonly Arena[]): Promise<void> {
  const owners = [...new Set(arenas.map(({ supply }) => supply.stage.owner))];
  for (const owner of owners) await owner.query('VACUUM (ANALYZE)');
  await owners[0]?.query('CHECKPOINT');
}

/**
 * Vacuums between rounds as autovacuum does once a minute; otherwise that would fall into whichever turn runs
 * then.
 */
async function clearQueues(arenas: readonly Arena[]): Promise<number> {
  let milliseconds = 0;
  for (const { hasRollups, owner } of new Set(arenas.map(({ supply }) => supply.stage))) {
    const startedAt = performance.now();
    await owner.query('VACUUM rollup_changes');
    if (hasRollups) milliseconds += performance.now() - startedAt;
  }
  return milliseconds;
}

/**
 * Measures each action in each arena in turn, `rounds` times: what else the machine does meanwhile falls on
 * all of them, and each is compared with its neighbors in time.
 */
export async function measureUpkeep(
  load: LoadGenerator<MixedLoadOrder>,
  arenas: readonly Arena[],
  { rounds, seconds, warmUpSeconds, databasePid, onProgress }: UpkeepOptions,
): Promise<UpkeepResults> {
  const measured = new Map<string, Measurement[]>();
  const fastest = { ...FIRST_GUESS };
  const vacuum = { milliseconds: 0, calls: 0 };
  // The first two turns of each warm up, before and after the tables are analyzed and memory is written to
  // disk.
  for (let round = -1; round <= rounds; round += 1) {
    const duration = round <= 0 ? warmUpSeconds : seconds;
    if (round === 0) await refreshStatistics(arenas);
    for (const action of ACTIONS) {
      for (const arena of rotate(arenas, round + 1)) {
        const share = CALLS_OF[action];
        const count = Math.ceil(fastest[action] * HEADROOM * (RAMP_SECONDS + duration));
        const one = await measure(load, arena, action, { count, seconds: duration, databasePid });
        fastest[action] = Math.max(fastest[action], one.perSecond * share);
        if (round > 0) {
          const key = `${arena.name} ${action}`;
          measured.set(key, [...(measured.get(key) ?? []), one]);
          if (arena.supply.stage.hasRollups) vacuum.calls += one.answered;
        }
        onProgress(`round ${round}, ${action}, ${arena.name}: ${one.perSecond.toFixed(0)}/s`);
      }
    }
    const milliseconds = await clearQueues(arenas);
    if (round > 0) vacuum.milliseconds += milliseconds;
  }
  return { ...summarize(measured), vacuum };
}

function summarize(measured: Map<string, Measurement[]>): Omit<UpkeepResults, 'vacuum'> {
  const roundsOf = (arena: string, action: ActionName) => measured.get(`${arena} ${action}`) ?? [];
  return {
    of(arena, action) {
      const of = (read: (round: Measurement) => number) => median(roundsOf(arena, action).map(read));
      return {
        perSecond: of((round) => round.perSecond),
        p50Ms: of((round) => round.p50Ms),
        p99Ms: of((round) => round.p99Ms),
        databaseCpu: of((round) => round.databaseCpu),
        apiCpu: of((round) => round.apiCpu),
      };
    },
    ratios(arena, other, action) {
      const others = roundsOf(other, action);
      return roundsOf(arena, action).map(
        ({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN),
      );
    },
  };
}
