import { setTimeout as wait } from 'node:timers/promises';
import type { AnswersReport, PurchaseReport } from './paced-process.ts';

/** Connections that measure the capacity, the load's multiple of it, and how much of it must be left. */
export const CONNECTIONS = 64;
export const OVERLOAD = 5;
export const LEAST_GOODPUT = 0.8;

export interface ReportOptions {
  isQuick: boolean;
  say: (line: string) => void;
  onProgress: (line: string) => void;
}

export const NOTHING: AnswersReport = {
  perSecond: 0,
  p50Ms: Number.NaN,
  p95Ms: Number.NaN,
  p99Ms: Number.NaN,
};
export const accepted = (report: PurchaseReport) => report['200'] ?? NOTHING;

export const COLUMNS = ['', 'a second', 'p50 ms', 'p95 ms', 'p99 ms'];
export const cells = (name: string, { perSecond, p50Ms, p95Ms, p99Ms }: AnswersReport) => [
  name,
  ...[perSecond, p50Ms, p95Ms, p99Ms].map((value) => value.toFixed(0)),
];

/** Milliseconds until the process at this port says that it is ready. */
export async function untilReady(port: number): Promise<number> {
  const since = performance.now();
  const isReady = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await wait(20);
  return performance.now() - since;
}
