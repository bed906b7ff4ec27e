import { formatTable } from '../print-table.ts';
import type { Results } from './measure.ts';
import { OPERATIONS } from './operations.ts';

/** How far from the first arena's throughput another may be and still count as flat. */
const TOLERANCE = 0.1;

export function formatHistory(results: Results, arenas: readonly string[], title: string): string {
  const rows = OPERATIONS.flatMap((operation) =>
    arenas.map((arena) => {
      const { perSecond, p50Ms, p99Ms, cpu, logBytes } = results.of(arena, operation);
      return [
        `${operation}, ${arena}`,
        perSecond.toFixed(0),
        p50Ms.toFixed(1),
        p99Ms.toFixed(1),
        `${results.ratioOf(arena, operation).toFixed(2)}×`,
        (cpu?.database ?? Number.NaN).toFixed(0),
        (cpu?.server ?? Number.NaN).toFixed(0),
        (logBytes / 1_000).toFixed(1),
      ];
    }),
  );
  const head = [
    'per second',
    'p50 ms',
    'p99 ms',
    `÷ ${arenas[0]}`,
    'database CPU µs',
    'API CPU µs',
    'log kB',
  ];
  return formatTable([`operation, ${title}`, ...head], rows);
}

/** One sentence on whether history costs anything. Faster than without counts as flat: noise has two signs. */
export function judgeHistory(
  results: Results,
  arenas: readonly string[],
): { holds: boolean; sentence: string } {
  const slower = OPERATIONS.flatMap((operation) =>
    arenas.flatMap((arena) => {
      const ratio = results.ratioOf(arena, operation);
      return ratio < 1 - TOLERANCE ? [`${operation} at ${arena} (${ratio.toFixed(2)}×)`] : [];
    }),
  );
  return slower.length === 0
    ? { holds: true, sentence: 'Flat within 10 %: no operation is slower for the history before it.' }
    : { holds: false, sentence: `Not flat within 10 %: ${slower.join(', ')}.` };
}
