import { driveConnection } from '../contenders/http-connection.ts';
import { percentile } from '../statistics.ts';
import { type Call, requestWriter } from './request.ts';

/** The load generator of this benchmark: a process of its own that takes calls, sends them, and reports. */
export interface LoadOrder {
  port: number;
  /** The procedure's name, such as `cashback.confirm`. */
  procedure: string;
  /** The signed-in person's cookie; customers have none. */
  session: string | undefined;
  calls: Call[];
  connections: number;
  /** Not counted: connections open, caches fill. */
  rampMs: number;
  measureMs: number;
}

export interface LoadReport {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** All that were answered 200, those of the ramp included. */
  answered: number;
  /** How often each other status was answered. */
  failures: Record<string, number>;
}

async function drive(order: LoadOrder): Promise<LoadReport> {
  const requests = order.calls.map(requestWriter(order)).reverse();
  const times: number[] = [];
  const failures: Record<string, number> = {};
  let answered = 0;
  const from = performance.now() + order.rampMs;
  let until = from + order.measureMs;
  const next = () => {
    const now = performance.now();
    if (now > until) return undefined;
    const request = requests.pop();
    if (request === undefined) until = now; // all sent: what was measured so far counts
    return request;
  };
  const onAnswer = (status: string, milliseconds: number) => {
    if (status === '200') answered += 1;
    else failures[status] = (failures[status] ?? 0) + 1;
    const now = performance.now();
    if (now >= from && now <= until) times.push(milliseconds);
  };
  await Promise.all(
    Array.from({ length: order.connections }, () => driveConnection(order.port, next, onAnswer)),
  );
  return {
    perSecond: (times.length / (until - from)) * 1_000,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    answered,
    failures,
  };
}

process.on('message', (order: LoadOrder) => {
  drive(order).then(
    (report) => process.send?.({ report }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit());
