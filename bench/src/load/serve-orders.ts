import { percentile } from '../statistics.ts';
import { driveConnection } from './http-connection.ts';

/** Target and duration of every load. */
export interface LoadOrder {
  port: number;
  /** The procedure's name, such as `cashback.confirm`. */
  procedure: string;
  connections: number;
  /** How often each connection sends; by default as soon as it is answered. */
  everyMs?: number | undefined;
  /** Ramp that is not counted: connections open, caches fill. */
  rampMs: number;
  measureMs: number;
}

export interface LoadReport {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Calls answered with 200, those of the ramp included. */
  answered: number;
  /** Count of each other status. */
  failures: Record<string, number>;
}

/** Sends the requests, the last of them first, until the order's time is over or none is left. */
async function drive(order: LoadOrder, requests: Buffer[]): Promise<LoadReport> {
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
    Array.from({ length: order.connections }, () =>
      driveConnection(order.port, next, onAnswer, order.everyMs),
    ),
  );
  return {
    perSecond: (times.length / (until - from)) * 1_000,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    answered,
    failures,
  };
}

/**
 * Makes this process a load generator: it takes orders from its parent, drives them one at a time, and
 * reports. `writeRequests` writes an order's requests before its time begins; the last of them is sent first.
 */
export function serveOrders<Order extends LoadOrder>(writeRequests: (order: Order) => Buffer[]): void {
  const serve = async (order: Order) => drive(order, writeRequests(order));
  process.on('message', (order: Order) => {
    serve(order).then(
      (report) => process.send?.({ report }),
      (error: Error) => process.send?.({ error: error.message }),
    );
  });
  process.once('disconnect', () => process.exit());
}
