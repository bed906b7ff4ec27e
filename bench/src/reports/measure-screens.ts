import { writeGet } from '../load/get-request.ts';
import { driveConnection } from '../load/http-connection.ts';
import { percentile } from '../statistics.ts';
import type { Sized } from './open-sizes.ts';
import type { Screen } from './screens.ts';

/** Calls in flight: one answer after the other, or four users at once. */
export const IN_FLIGHT = [1, 4] as const;
export type InFlight = (typeof IN_FLIGHT)[number];

const CALLS_PER_TURN = 8;

export interface ScreenTimes {
  /** Milliseconds of every answer. */
  of(screen: Screen, inFlight: InFlight, size: Sized): number[];
}

export const spread = (times: readonly number[]) => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
});

/**
 * Asks for a screen `calls` times over `inFlight` kept-alive connections. Throws unless each answer is a good
 * one.
 */
export async function askScreen(
  { merchant }: Pick<Sized, 'merchant'>,
  screen: Screen,
  { calls, inFlight }: { calls: number; inFlight: number },
): Promise<number[]> {
  const request = writeGet(screen.question, `localhost:${merchant.api.port}`, merchant.session);
  const times: number[] = [];
  let left = calls;
  const next = () => (left-- > 0 ? request : undefined);
  const refused: string[] = [];
  const onAnswer = (status: string, milliseconds: number) => {
    if (status === '200') times.push(milliseconds);
    else refused.push(status);
  };
  await Promise.all(
    Array.from({ length: inFlight }, () => driveConnection(merchant.api.port, next, onAnswer)),
  );
  if (refused.length > 0) throw new Error(`${screen.name} was answered ${refused[0]}.`);
  return times;
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

/**
 * Asks for every screen of every size in turn, a few times each, `rounds` times: what else the machine does
 * meanwhile falls on all sizes alike. The first round fills caches and is not counted.
 */
export async function measureScreens(
  sizes: readonly Sized[],
  screens: readonly Screen[],
  { rounds, onProgress }: { rounds: number; onProgress: (line: string) => void },
): Promise<ScreenTimes> {
  const measured = new Map<string, number[]>();
  const keyOf = (screen: Screen, inFlight: InFlight, size: Sized) =>
    `${screen.name} ${inFlight} ${size.name}`;
  for (let round = 0; round <= rounds; round += 1) {
    onProgress(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const screen of screens) {
      for (const inFlight of IN_FLIGHT) {
        for (const size of rotate(sizes, round)) {
          const times = await askScreen(size, screen, { calls: CALLS_PER_TURN * inFlight, inFlight });
          const key = keyOf(screen, inFlight, size);
          if (round > 0) measured.set(key, [...(measured.get(key) ?? []), ...times]);
        }
      }
    }
  }
  return { of: (screen, inFlight, size) => measured.get(keyOf(screen, inFlight, size)) ?? [] };
}
