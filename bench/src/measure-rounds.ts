import type { Contender, ContenderName, Measurement } from './contenders/contender.ts';
import type { CpuTime, Place } from './cpu-time.ts';
import type { PurchaseStock } from './purchase-stock.ts';
import { median } from './statistics.ts';

export const CONNECTIONS = [8, 32, 128] as const;
export type Connections = (typeof CONNECTIONS)[number];

/** Purchases to prepare, as a multiple of the contender's best count so far. */
const HEADROOM = 1.7;

export interface Results {
  /** The median of the rounds. */
  of(name: ContenderName, connections: Connections): Omit<Measurement, 'confirmed' | 'cpu'>;
  /** The connections at which this contender was fastest, and how fast. */
  bestOf(name: ContenderName): { connections: Connections; perSecond: number };
  /** Microseconds of processor time for one confirmation; NaN where the system does not tell. */
  cpuOf(name: ContenderName, connections: Connections): CpuTime;
  confirmed: number;
}

/** Changes the order each round, so that none always runs behind the same neighbor. */
function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function summarize(measured: Map<string, Measurement[]>): Results {
  const of = (name: ContenderName, connections: Connections) => {
    const rounds = measured.get(`${name} ${connections}`) ?? [];
    return {
      perSecond: median(rounds.map((round) => round.perSecond)),
      p50Ms: median(rounds.map((round) => round.p50Ms ?? Number.NaN)),
      p99Ms: median(rounds.map((round) => round.p99Ms ?? Number.NaN)),
    };
  };
  return {
    of,
    bestOf: (name) =>
      CONNECTIONS.map((connections) => ({ connections, perSecond: of(name, connections).perSecond })).reduce(
        (best, each) => (each.perSecond > best.perSecond ? each : best),
      ),
    cpuOf: (name, connections) => {
      const rounds = measured.get(`${name} ${connections}`) ?? [];
      const of = (place: Place) => median(rounds.map(({ cpu }) => cpu?.[place] ?? Number.NaN));
      return { database: of('database'), server: of('server'), client: of('client') };
    },
    confirmed: [...measured.values()].flat().reduce((sum, { confirmed }) => sum + confirmed, 0),
  };
}

export interface RoundOptions {
  rounds: number;
  seconds: number;
  readCpu: () => CpuTime | undefined;
  onProgress: (line: string) => void;
}

function cpuOfOne(before: CpuTime | undefined, after: CpuTime | undefined, confirmed: number) {
  if (before === undefined || after === undefined) return undefined;
  const of = (place: Place) => (after[place] - before[place]) / confirmed;
  return { database: of('database'), server: of('server'), client: of('client') };
}

/**
 * Measures every contender at every number of connections, in turn, `rounds` times: what else the machine
 * does meanwhile falls on all of them.
 */
export async function measureRounds(
  contenders: readonly Contender[],
  stock: PurchaseStock,
  { rounds, seconds, readCpu, onProgress }: RoundOptions,
): Promise<Results> {
  const measured = new Map<string, Measurement[]>();
  const fastest = new Map<ContenderName, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of rotate(CONNECTIONS, round)) {
      for (const contender of rotate(contenders, round)) {
        const { name, tokens, rampSeconds, guessPerSecond } = contender;
        const rate = (fastest.get(name) ?? guessPerSecond) * HEADROOM;
        const slice = await stock.prepare(tokens, Math.ceil(rate * (rampSeconds + seconds)));
        const before = readCpu();
        const measurement = await contender.measure(slice, connections, seconds);
        const cpu = cpuOfOne(before, readCpu(), measurement.confirmed);
        fastest.set(name, Math.max(fastest.get(name) ?? 0, measurement.perSecond));
        const key = `${name} ${connections}`;
        measured.set(key, [...(measured.get(key) ?? []), { ...measurement, cpu }]);
        onProgress(
          `round ${round + 1}, ${connections} connections, ${name}: ${measurement.perSecond.toFixed(0)}/s`,
        );
      }
    }
  }
  return summarize(measured);
}
