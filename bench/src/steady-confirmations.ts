import type { Contender } from './contenders/contender.ts';
import type { PurchaseStock } from './purchase-stock.ts';
import { median } from './statistics.ts';

const CONNECTIONS = 32;
/** Purchases to prepare, as a multiple of what the rate needs. */
const HEADROOM = 1.7;

interface SteadyOptions {
  /** The rate at saturation over as many connections. */
  perSecond: number;
  rounds: number;
  seconds: number;
  onProgress: (line: string) => void;
}

export interface SteadyResults {
  /** The 99th percentile of the response times at half of saturation, of each round. */
  halfP99Ms: number[];
  /** The rate of one merchant's confirmations ÷ that of a hundred merchants', of each round. */
  oneToMany: number[];
  confirmed: number;
}

/** Measures the product below its saturation, and one large merchant beside a hundred small ones. */
export async function measureSteady(
  ours: Contender,
  stock: PurchaseStock,
  { perSecond, rounds, seconds, onProgress }: SteadyOptions,
): Promise<SteadyResults> {
  const results: SteadyResults = { halfP99Ms: [], oneToMany: [], confirmed: 0 };
  const measure = async ({ isOfOne = false, everyMs }: { isOfOne?: boolean; everyMs?: number }) => {
    const count = Math.ceil(perSecond * HEADROOM * (ours.rampSeconds + seconds));
    const slice = await stock.prepare(ours.tokens, count, isOfOne);
    const measurement = await ours.measure(slice, CONNECTIONS, seconds, everyMs);
    results.confirmed += measurement.confirmed;
    return measurement;
  };
  for (let round = 0; round < rounds; round += 1) {
    const half = await measure({ everyMs: (2_000 * CONNECTIONS) / perSecond });
    const isOneFirst = round % 2 === 0;
    const first = await measure({ isOfOne: isOneFirst });
    const second = await measure({ isOfOne: !isOneFirst });
    const [one, many] = isOneFirst ? [first, second] : [second, first];
    results.halfP99Ms.push(half.p99Ms ?? Number.NaN);
    results.oneToMany.push(one.perSecond / many.perSecond);
    onProgress(
      `round ${round + 1}, half of saturation: ${half.perSecond.toFixed(0)}/s, p99 ${half.p99Ms?.toFixed(1)} ms; ` +
        `one merchant ${one.perSecond.toFixed(0)}/s, a hundred ${many.perSecond.toFixed(0)}/s`,
    );
  }
  return results;
}

const range = (values: readonly number[], digits: number) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;

export function formatSteady({ halfP99Ms, oneToMany }: SteadyResults): string {
  return (
    `At half of saturation, ${CONNECTIONS} connections: 99th percentile ${range(halfP99Ms, 1)} ms. ` +
    `One merchant ÷ a hundred: ${range(oneToMany, 2)}.`
  );
}
