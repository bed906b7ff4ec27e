import { type CpuTime, PLACES } from './cpu-time.ts';
import { CONNECTIONS, type Results } from './measure-rounds.ts';
import { formatTable } from './print-table.ts';

/** Below this share of pgbench's five statements the product fails its own promise; the aim is 1.0. */
const FLOOR = 0.6;

const rate = (perSecond: number) => perSecond.toFixed(0);
const times = (ratio: number) => (Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '–');
const milliseconds = (value: number | undefined) => (value ?? Number.NaN).toFixed(1);

const TITLES = {
  ours: 'ours, over HTTP',
  'pgbench-five': 'pgbench, 5 statements',
  'pgbench-one': 'pgbench, 1 statement',
  peer: 'Prisma transaction, stock tRPC',
} as const;

function rivalsTable(results: Results): string {
  const rows = (['pgbench-five', 'pgbench-one', 'peer'] as const).map((name) => [
    TITLES[name],
    ...CONNECTIONS.map((connections) => rate(results.of(name, connections).perSecond)),
    String(results.bestOf(name).connections),
  ]);
  return formatTable(
    ['confirmations/s at', ...CONNECTIONS.map((connections) => `${connections} conn.`), 'best at'],
    rows,
  );
}

/**
 * Formats the processor time. Each client of pgbench has a server process of its own, whose start is part of
 * its numbers.
 */
function cpuTable(results: Results): string {
  const total = ({ database, server, client }: CpuTime) => database + server + client;
  const rows = Object.entries(TITLES).map(([title, label]) => {
    const name = title as keyof typeof TITLES;
    const totals = CONNECTIONS.map((connections) => total(results.cpuOf(name, connections)).toFixed(0));
    const parts = PLACES.map((place) => results.cpuOf(name, 32)[place].toFixed(0));
    return [label, ...totals, ...parts];
  });
  const head = CONNECTIONS.map((connections) => `${connections} conn.`);
  return formatTable(['CPU µs of one, at', ...head, ...PLACES.map((place) => `${place} at 32`)], rows);
}

/** Our rows, and the same numbers as ratios; each rival at the number of connections it likes best. */
export function formatConfirmations(results: Results): string {
  const five = results.bestOf('pgbench-five').perSecond;
  const one = results.bestOf('pgbench-one').perSecond;
  const peer = results.bestOf('peer').perSecond;
  const rows = CONNECTIONS.map((connections) => {
    const ours = results.of('ours', connections);
    const sameFive = results.of('pgbench-five', connections).perSecond;
    return [
      `${connections} connections`,
      rate(ours.perSecond),
      milliseconds(ours.p50Ms),
      milliseconds(ours.p99Ms),
      times(ours.perSecond / five),
      times(ours.perSecond / sameFive),
      times(ours.perSecond / one),
      times(ours.perSecond / peer),
    ];
  });
  const head = [
    'cashback.confirm over HTTP',
    ...['per second', 'p50 ms', 'p99 ms'],
    ...['÷ pgbench 5', '(same conn.)', '÷ pgbench 1', '÷ peer'],
  ];
  return `${formatTable(head, rows)}\n\n${rivalsTable(results)}\n\n${cpuTable(results)}`;
}

/** One sentence on whether the floor holds, for each number of connections. */
export function judgeConfirmations(results: Results): { holds: boolean; sentence: string } {
  const five = results.bestOf('pgbench-five').perSecond;
  const below = CONNECTIONS.filter((connections) => results.of('ours', connections).perSecond / five < FLOOR);
  return below.length === 0
    ? {
        holds: true,
        sentence: `At least ${FLOOR} of pgbench's five statements at every number of connections.`,
      }
    : {
        holds: false,
        sentence: `Below ${FLOOR} of pgbench's five statements at ${below.join(', ')} connections.`,
      };
}
