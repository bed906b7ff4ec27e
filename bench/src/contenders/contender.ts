import type { HttpProcess } from '../api-process.ts';
import type { CpuTime } from '../cpu-time.ts';
import type { LoadGenerator } from '../load/load-generator.ts';
import type { TokenKind } from '../population.ts';
import type { Slice } from '../purchase-stock.ts';
import type { SliceLoadOrder } from './http-load.ts';
import { runPgbench } from './pgbench.ts';

export type ContenderName = 'ours' | 'pgbench-five' | 'pgbench-one' | 'peer';

export interface Measurement {
  perSecond: number;
  p50Ms?: number;
  p99Ms?: number;
  /** Every confirmation answered, those that were not timed included. */
  confirmed: number;
  /** Processor time of one confirmation. */
  cpu?: CpuTime | undefined;
}

/** One way to confirm fresh tokens against the same tables. */
export interface Contender {
  name: ContenderName;
  tokens: TokenKind;
  rampSeconds: number;
  /** Guess of the purchases to prepare, until a measurement is known. */
  guessPerSecond: number;
  measure(slice: Slice, connections: number, seconds: number, everyMs?: number): Promise<Measurement>;
}

const HTTP_RAMP_SECONDS = 0.5;
const GUESSES = { ours: 4_000, peer: 600, pgbench: 4_000 };

export function httpContender(
  name: 'ours' | 'peer',
  process: HttpProcess,
  load: LoadGenerator<SliceLoadOrder>,
  tokenSecret: string,
): Contender {
  return {
    name,
    tokens: 'product',
    rampSeconds: HTTP_RAMP_SECONDS,
    guessPerSecond: GUESSES[name],
    measure: async (slice, connections, seconds, everyMs) => {
      const { answered, ...report } = await load.run({
        port: process.port,
        procedure: 'cashback.confirm',
        connections,
        everyMs,
        slice,
        kind: 'product',
        tokenSecret,
        rampMs: HTTP_RAMP_SECONDS * 1_000,
        measureMs: seconds * 1_000,
      });
      return { ...report, confirmed: answered };
    },
  };
}

export function pgbenchContender(
  script: 'one' | 'five',
  program: string,
  appUrl: string,
  rampSeconds: number,
): Contender {
  return {
    name: `pgbench-${script}`,
    tokens: 'numbered',
    rampSeconds,
    guessPerSecond: GUESSES.pgbench,
    measure: (slice, clients, seconds) =>
      runPgbench(program, { script, appUrl, clients, slice, rampSeconds, seconds }),
  };
}
