import { readCpuTime } from '../cpu-time.ts';
import type { LoadGenerator } from '../load/load-generator.ts';
import { median } from '../statistics.ts';
import type { BuyerGroup } from '../upkeep/buyer-groups.ts';
import type { MixedLoadOrder } from '../upkeep/load-process.ts';
import { type CounterProcedure, counterCalls, PROCEDURES } from './counter-calls.ts';
import type { CounterStage } from './counter-stage.ts';

export const CONNECTIONS = [8, 32] as const;
const RAMP_SECONDS = 0.5;
/** Calls to prepare, as a multiple of the best count so far. */
const HEADROOM = 1.7;
const FIRST_GUESS_PER_SECOND = 1_500;

/** One group of buyers at one stage. */
export interface Arena {
  stage: CounterStage;
  group: BuyerGroup;
}

interface Measurement {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of one call; microseconds. */
  databaseCpu: number;
  apiCpu: number;
}

export interface CounterResults {
  roundsOf(arena: Arena, procedure: CounterProcedure, connections: number): Measurement[];
}

interface CounterOptions {
  rounds: number;
  seconds: number;
  databasePid: number;
  onProgress: (line: string) => void;
}

/** The median of the rounds. */
export function medianOf(rounds: Measurement[]): Measurement {
  const of = (read: (round: Measurement) => number) => median(rounds.map(read));
  return {
    perSecond: of((round) => round.perSecond),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    databaseCpu: of((round) => round.databaseCpu),
    apiCpu: of((round) => round.apiCpu),
  };
}

const keyOf = ({ stage, group }: Arena, ...rest: unknown[]) => [stage.name, group.name, ...rest].join(' ');

/**
 * Measures every arena in turn, `rounds` times after one that warms up, so that what else the machine does
 * falls on all of them.
 */
export async function measureCounter(
  load: LoadGenerator<MixedLoadOrder>,
  arenas: readonly Arena[],
  { rounds, seconds, databasePid, onProgress }: CounterOptions,
): Promise<CounterResults> {
  const measured = new Map<string, Measurement[]>();
  const sent = new Map<string, number>();
  let fastest = FIRST_GUESS_PER_SECOND;

  async function measure(arena: Arena, procedure: CounterProcedure, connections: number) {
    const { stage, group } = arena;
    const pids = { database: databasePid, servers: [stage.api.pid], load: load.pid };
    const count = Math.ceil(fastest * HEADROOM * (RAMP_SECONDS + seconds));
    const key = keyOf(arena, procedure);
    const first = sent.get(key) ?? 0;
    sent.set(key, first + count);
    const calls = counterCalls(procedure, { group, sessions: stage.sessions }, { first, count });
    const before = readCpuTime(pids);
    const report = await load.run({
      ...{ port: stage.api.port, procedure, connections, calls },
      ...{ rampMs: RAMP_SECONDS * 1_000, measureMs: seconds * 1_000 },
    });
    const after = readCpuTime(pids);
    fastest = Math.max(fastest, report.perSecond);
    const cpuOf = (place: 'database' | 'server') =>
      ((after?.[place] ?? Number.NaN) - (before?.[place] ?? Number.NaN)) / report.answered;
    return { ...report, databaseCpu: cpuOf('database'), apiCpu: cpuOf('server') };
  }

  for (let round = 0; round <= rounds; round += 1) {
    const inTurn = round % 2 === 0 ? arenas : arenas.toReversed();
    for (const procedure of PROCEDURES) {
      for (const connections of CONNECTIONS) {
        for (const arena of inTurn) {
          const one = await measure(arena, procedure, connections);
          const key = keyOf(arena, procedure, connections);
          if (round > 0) measured.set(key, [...(measured.get(key) ?? []), one]);
          onProgress(`round ${round}, ${key}: ${one.perSecond.toFixed(0)}/s`);
        }
      }
    }
  }
  return { roundsOf: (arena, ...rest) => measured.get(keyOf(arena, ...rest)) ?? [] };
}
