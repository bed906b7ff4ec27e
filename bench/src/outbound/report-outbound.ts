import { cpus, loadavg } from 'node:os';
import type { BenchServer } from '../bench-database.ts';
import { measureFlush } from '../disk-flush.ts';
import { assertLedgerVerifies } from '../ledger-check.ts';
import { formatTable } from '../print-table.ts';
import { CALLS, measureOutbound, type OutboundResults } from './measure-outbound.ts';
import { MERCHANT_IDS, type StagePlan, withStages } from './outbound-stage.ts';
import { MODES, type Mode, startReceivers } from './receivers.ts';

/** The most that the 95th percentile may grow by. */
const MOST_ADDED = 0.1;
/** Purchases a second that six hundred merchants make together, each selling once a minute. */
const PER_SECOND = 10;

const NOTHING = 'nothing configured';
/** Second stage without anything configured: the difference between equal stages is the run's noise. */
const AGAIN = 'nothing, again';
const STAGES: StagePlan[] = [
  { name: NOTHING, delivery: 'none' },
  { name: AGAIN, delivery: 'none' },
  { name: 'jobs in the API', delivery: 'api' },
  { name: 'jobs in a worker', delivery: 'worker' },
];
const COMPARED = STAGES.slice(1).map(({ name }) => name);
const SHARES = [0.5, 0.95];

interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

const ratioOf =
  (results: OutboundResults, stage: string, mode: Mode | 'bad') => (call: 'issue' | 'confirm') =>
    SHARES.map(
      (share) =>
        results.percentileOf(stage, call, share, mode) / results.percentileOf(NOTHING, call, share, mode),
    );

function formatRatios(results: OutboundResults): string {
  const words = (mode: Mode | 'bad') =>
    mode === 'bad' ? 'all that misbehave' : (mode ?? 'answering as they should');
  const rows = ([...MODES, 'bad'] as const).flatMap((mode) =>
    COMPARED.map((stage) => [
      `${words(mode)}, ${stage}`,
      ...CALLS.flatMap((call) => ratioOf(results, stage, mode)(call).map((ratio) => `${ratio.toFixed(2)}×`)),
    ]),
  );
  const head = CALLS.flatMap((call) => [`${call} p50`, `${call} p95`]);
  return formatTable([`÷ ${NOTHING}`, ...head], rows);
}

function formatRounds(results: OutboundResults): string {
  const rows = COMPARED.map((stage) => [
    stage,
    ...CALLS.map((call) => {
      const ratios = results.ratiosByRound(stage, NOTHING, call, 0.95);
      return `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    }),
  ]);
  return formatTable(['p95 while they misbehave, by round', ...CALLS], rows);
}

function formatTimes(results: OutboundResults): string {
  const rows = STAGES.map(({ name }) => [
    name,
    ...CALLS.flatMap((call) =>
      SHARES.map((share) => results.percentileOf(name, call, share, 'bad').toFixed(1)),
    ),
    String(results.attemptsOf(name)),
  ]);
  const head = CALLS.flatMap((call) => [`${call} p50 ms`, `${call} p95 ms`]);
  return formatTable([`at ${PER_SECOND} purchases a second`, ...head, 'attempts made'], rows);
}

function judge(results: OutboundResults): string[] {
  const refused = STAGES.flatMap(({ name }) =>
    results.failuresOf(name).map((failure) => `${name}, ${failure}.`),
  );
  const slow = STAGES.filter(({ delivery }) => delivery !== 'none').flatMap(({ name }) =>
    CALLS.flatMap((call) => {
      const ratio = ratioOf(results, name, 'bad')(call)[1] ?? Number.NaN;
      return ratio <= 1 + MOST_ADDED
        ? []
        : [
            `With ${name} the 95th percentile of ${call} is ${ratio.toFixed(2)} times that of nobody configured.`,
          ];
    }),
  );
  return [...refused, ...slow];
}

/**
 * npm run bench -- --outbound: what purchases notice of receivers that misbehave. Merchants with both
 * providers and a webhook, beside the same merchants with nothing configured; each on a database and a
 * process of its own.
 */
export async function reportOutbound(server: BenchServer, options: ReportOptions): Promise<boolean> {
  const { isQuick, say, onProgress } = options;
  const [busy = 0] = loadavg();
  const flush = measureFlush(server.dataDirectory);
  const receivers = await startReceivers();
  try {
    return await withStages(server, STAGES, receivers, async (stages) => {
      const times = isQuick ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 4 };
      const results = await measureOutbound(stages, receivers, {
        ...times,
        perSecond: PER_SECOND,
        onProgress,
      });
      onProgress('verifying the ledgers');
      for (const { database } of stages) await assertLedgerVerifies(database, [...MERCHANT_IDS]);
      say(
        `\nWhat purchases notice of receivers that misbehave (${cpus().length} cores, Node ${process.version}, load before ${busy.toFixed(1)}, fdatasync of 8 kB ${flush.p50Ms.toFixed(2)} ms)`,
      );
      say(`\n${formatTimes(results)}\n\n${formatRatios(results)}\n\n${formatRounds(results)}\n`);
      const failures = judge(results);
      say(
        failures.length === 0
          ? `The 95th percentile of no call grows by more than ${MOST_ADDED * 100} %. Every ledger adds up.`
          : failures.join('\n'),
      );
      return failures.length === 0;
    });
  } finally {
    await receivers.stop();
  }
}
