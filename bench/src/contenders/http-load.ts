import { saleOf, type TokenKind } from '../population.ts';
import type { Slice } from '../sales-stock.ts';
import { percentile } from '../statistics.ts';
import { driveConnection } from './http-connection.ts';
import { requestWriter } from './http-request.ts';

/** The load generator: a process of its own that takes an order, drives it, and reports. */
export interface LoadOrder {
  port: number;
  connections: number;
  slice: Slice;
  kind: TokenKind;
  tokenSecret: string;
  /** Not counted: connections open, caches fill. */
  rampMs: number;
  measureMs: number;
}

export interface LoadReport {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** All that were answered 200, those of the ramp included. */
  confirmed: number;
  /** How often each other status was answered. */
  failures: Record<string, number>;
}

async function drive(order: LoadOrder): Promise<LoadReport> {
  const write = requestWriter(order.port, order.kind, order.tokenSecret);
  const requests = Array.from({ length: order.slice.count }, (_, offset) =>
    write(saleOf(order.slice.first + offset)),
  );
  const times: number[] = [];
  const failures: Record<string, number> = {};
  let confirmed = 0;
  const from = performance.now() + order.rampMs;
  let until = from + order.measureMs;
  const next = () => {
    const now = performance.now();
    if (now > until) return undefined;
    const request = requests.pop();
    if (request === undefined) until = now; // sold out: what was measured so far counts
    return request;
  };
  const onAnswer = (status: string, milliseconds: number) => {
    if (status === '200') confirmed += 1;
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
    confirmed,
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
