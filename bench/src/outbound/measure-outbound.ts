import { once } from 'node:events';
import { join } from 'node:path';
import { startChild, stopChild } from '../child-process.ts';
import { percentile } from '../statistics.ts';
import type { Stage } from './outbound-stage.ts';
import { countDeliveries, pauseDeliveries, resumeDeliveries } from './pause-deliveries.ts';
import type { PurchaseOrder, PurchaseReport } from './purchases-process.ts';
import { MODES, type Mode, type Receivers } from './receivers.ts';

const PURCHASES = join(import.meta.dirname, 'purchases-process.ts');

export const CALLS = ['issue', 'confirm'] as const;
export type CallName = (typeof CALLS)[number];

export interface OutboundOptions {
  rounds: number;
  seconds: number;
  perSecond: number;
  onProgress: (line: string) => void;
}

export interface OutboundResults {
  /**
   * Milliseconds of a stage's calls, in one mode or in all in which the receivers misbehave: the median of
   * what its turns came to, since a disk that stops for a second in one of them says nothing of the others.
   */
  percentileOf(stage: string, call: CallName, share: number, mode?: Mode | 'bad'): number;
  /** The same in each round, as a share of the other stage's in the same round. */
  ratiosByRound(stage: string, other: string, call: CallName, share: number): number[];
  /** Statuses other than 200 after the warm-up, with their counts. */
  failuresOf(stage: string): string[];
  /** Attempts that were made while the stage sold. */
  attemptsOf(stage: string): number;
}

interface Turn {
  stage: string;
  mode: Mode;
  round: number;
  times: Record<CallName, number[]>;
  failures: Record<string, number>;
  attempts: number;
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function startBuyers() {
  const child = startChild(process.execPath, ['--import', 'tsx', PURCHASES], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new AbortController();
  child.once('close', () => ended.abort(new Error('the buyers’ process ended')));
  return {
    async buy(order: PurchaseOrder): Promise<PurchaseReport> {
      const answered = once(child, 'message', { signal: ended.signal });
      child.send(order);
      const [{ report, error }] = (await answered) as [{ report?: PurchaseReport; error?: string }];
      if (!report) throw new Error(`The purchases failed: ${error}`);
      return report;
    },
    stop: () => stopChild(child),
  };
}

type Buyers = ReturnType<typeof startBuyers>;

/** Sells on one stage for a while; its deliveries go on meanwhile, and stand still before and after. */
async function takeTurn(
  buyers: Buyers,
  stage: Stage,
  { seconds, perSecond }: OutboundOptions,
  pausedAt: Map<Stage, number>,
): Promise<Omit<Turn, 'mode' | 'round'>> {
  const delivers = stage.delivery !== 'none';
  const before = await countDeliveries(stage.owner);
  const paused = pausedAt.get(stage);
  if (paused !== undefined) await resumeDeliveries(stage.owner, performance.now() - paused);
  const { issue, confirm, failures } = await buyers.buy({
    port: stage.port,
    perSecond,
    rampMs: 1_000,
    measureMs: seconds * 1_000,
    buyers: stage.buyers,
  });
  const after = await countDeliveries(stage.owner);
  if (delivers) {
    await pauseDeliveries(stage.owner);
    pausedAt.set(stage, performance.now());
  }
  return {
    stage: stage.name,
    times: { issue, confirm },
    failures,
    attempts: after.attempts - before.attempts,
  };
}

/**
 * Every stage sells in every mode, `rounds` times and in another order each time: what else the machine does
 * meanwhile falls on all, and each turn is compared with its neighbors in time.
 */
export async function measureOutbound(
  stages: readonly Stage[],
  receivers: Receivers,
  options: OutboundOptions,
): Promise<OutboundResults> {
  const { rounds, onProgress } = options;
  const turns: Turn[] = [];
  const pausedAt = new Map<Stage, number>();
  const buyers = startBuyers();
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const modes = round === 0 ? MODES.slice(0, 1) : rotate(MODES, round * 3);
      for (const [place, mode] of modes.entries()) {
        receivers.misbehave(mode);
        for (const stage of rotate(stages, round + place)) {
          const turn = await takeTurn(buyers, stage, options, pausedAt);
          if (stage.delivery !== 'none' && turn.attempts === 0)
            throw new Error(`${stage.name} delivered nothing; nothing would be compared.`);
          if (round > 0) turns.push({ ...turn, mode, round });
          const p95 = CALLS.map((call) => `${call} ${percentile(turn.times[call], 0.95).toFixed(1)} ms`);
          onProgress(
            `round ${round}, ${mode ?? 'answering'}, ${stage.name}: 95th percentile ${p95.join(', ')}, ${turn.attempts} attempts`,
          );
        }
      }
    }
  } finally {
    await buyers.stop();
  }
  return summarize(turns, rounds);
}

function summarize(turns: readonly Turn[], rounds: number): OutboundResults {
  const percentileOf = (of: (turn: Turn) => boolean, call: CallName, share: number) =>
    percentile(
      turns.filter(of).map((turn) => percentile(turn.times[call], share)),
      0.5,
    );
  return {
    percentileOf: (stage, call, share, mode) =>
      percentileOf(
        (turn) => turn.stage === stage && (mode === 'bad' ? turn.mode !== undefined : turn.mode === mode),
        call,
        share,
      ),
    ratiosByRound: (stage, other, call, share) =>
      Array.from({ length: rounds }, (_, index) => {
        const of = (name: string) =>
          percentileOf(
            (turn) => turn.stage === name && turn.round === index + 1 && turn.mode !== undefined,
            call,
            share,
          );
        return of(stage) / of(other);
      }),
    failuresOf: (stage) =>
      turns
        .filter((turn) => turn.stage === stage)
        .flatMap(({ failures, mode }) =>
          Object.entries(failures).map(([what, count]) => `${mode ?? 'answering'}: ${what}, ${count} times`),
        ),
    attemptsOf: (stage) =>
      turns.filter((turn) => turn.stage === stage).reduce((sum, { attempts }) => sum + attempts, 0),
  };
}
