import { formatTable } from '../print-table.ts';
import { median } from '../statistics.ts';
import { ACTIONS } from './actions.ts';
import type { Arena, Results } from './measure.ts';

type NamedArena = Pick<Arena, 'name' | 'isControl'>;

/** Limit of the difference from the first arena's throughput that still counts as flat. */
const TOLERANCE = 0.1;

const times = (ratio: number) => `${ratio.toFixed(2)}×`;
const spread = (ratios: readonly number[]) =>
  `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;

export function formatHistory(results: Results, arenas: readonly NamedArena[], title: string): string {
  const rows = ACTIONS.flatMap((action) =>
    arenas.map(({ name }) => {
      const { perSecond, p50Ms, p99Ms, cpu, logBytes } = results.of(name, action);
      const ratios = results.ratiosOf(name, action);
      return [
        `${action}, ${name}`,
        perSecond.toFixed(0),
        p50Ms.toFixed(1),
        p99Ms.toFixed(1),
        times(median(ratios)),
        spread(ratios),
        (cpu?.database ?? Number.NaN).toFixed(0),
        (cpu?.server ?? Number.NaN).toFixed(0),
        (logBytes / 1_000).toFixed(1),
      ];
    }),
  );
  const head = [
    ...['per second', 'p50 ms', 'p99 ms'],
    ...[`÷ ${arenas[0]?.name}`, 'by round'],
    ...['database CPU µs', 'API CPU µs', 'log kB'],
  ];
  return formatTable([`action, ${title}`, ...head], rows);
}

/**
 * One sentence on whether history costs anything. Faster than without counts as flat: noise has two signs.
 */
export function judgeHistory(
  results: Results,
  arenas: readonly NamedArena[],
): { holds: boolean; sentence: string } {
  const judged = arenas.filter(({ isControl }) => !isControl);
  const slower = ACTIONS.flatMap((action) =>
    judged.flatMap(({ name }) => {
      const ratio = median(results.ratiosOf(name, action));
      return ratio < 1 - TOLERANCE ? [`${action} at ${name} (${times(ratio)})`] : [];
    }),
  );
  return slower.length === 0
    ? { holds: true, sentence: 'Flat within 10 %: no action is slower for the history before it.' }
    : { holds: false, sentence: `Not flat within 10 %: ${slower.join(', ')}.` };
}

/**
 * One sentence for each control, to read the verdict by: a smaller difference than the control's says
 * nothing.
 */
export function describeNoise(results: Results, arenas: readonly NamedArena[]): string {
  const controls = arenas.filter(({ isControl }) => isControl);
  return controls
    .map(({ name }) => {
      const differences = ACTIONS.map((action) => {
        const ratios = results.ratiosOf(name, action);
        return `${action} ${times(median(ratios))} (by round ${spread(ratios)})`;
      });
      return `Two equal things in this run, ${name} ÷ ${arenas[0]?.name}: ${differences.join(', ')}.`;
    })
    .join('\n');
}
