import type { Contender, ContenderName, Measurement } from './contenders/contender.ts';
import type { SalesStock } from './sales-stock.ts';
import { median } from './statistics.ts';

export const CONNECTIONS = [8, 32, 128] as const;
export type Connections = (typeof CONNECTIONS)[number];

/** Sales to lay ready for a contender nobody has measured yet. */
const FIRST_GUESS_PER_SECOND = 5_000;
const HEADROOM = 1.7;

export interface Results {
  /** The median of the rounds. */
  of(name: ContenderName, connections: Connections): Omit<Measurement, 'confirmed'>;
  /** The connections at which this contender was fastest, and how fast. */
  bestOf(name: ContenderName): { connections: Connections; perSecond: number };
  confirmed: number;
}

/** Another order each round, so that nobody always runs behind the same neighbour. */
function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function summarise(measured: Map<string, Measurement[]>): Results {
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
    confirmed: [...measured.values()].flat().reduce((sum, { confirmed }) => sum + confirmed, 0),
  };
}

/**
 * Measures every contender at every number of connections, in turn, `rounds` times: what else the machine does
 * meanwhile falls on all of them.
 */
export async function measureRounds(
  contenders: readonly Contender[],
  stock: SalesStock,
  options: { rounds: number; seconds: number; onProgress: (line: string) => void },
): Promise<Results> {
  const measured = new Map<string, Measurement[]>();
  const fastest = new Map<ContenderName, number>();
  for (let round = 0; round < options.rounds; round += 1) {
    for (const connections of rotate(CONNECTIONS, round)) {
      for (const contender of rotate(contenders, round)) {
        const rate = (fastest.get(contender.name) ?? FIRST_GUESS_PER_SECOND) * HEADROOM;
        const sales = Math.ceil(rate * (contender.rampSeconds + options.seconds));
        const slice = await stock.prepare(contender.tokens, sales);
        const measurement = await contender.measure(slice, connections, options.seconds);
        fastest.set(contender.name, Math.max(fastest.get(contender.name) ?? 0, measurement.perSecond));
        const key = `${contender.name} ${connections}`;
        measured.set(key, [...(measured.get(key) ?? []), measurement]);
        options.onProgress(
          `round ${round + 1}, ${connections} connections, ${contender.name}: ${measurement.perSecond.toFixed(0)}/s`,
        );
      }
    }
  }
  return summarise(measured);
}
