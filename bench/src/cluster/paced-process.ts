import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ANSWER_BYTES, isComplete } from '../load/http-connection.ts';
import { writePost } from '../load/post-request.ts';
import { percentile } from '../statistics.ts';

/**
 * Purchases to record for these buyers: `perSecond` however long the answers take, reached within three
 * seconds; without a rate, `connections` at once. A sudden overload opens all its connections in the first
 * moment, asks over each, and goes on at `perSecond` over those that are free; every answer counts.
 */
export interface PurchaseOrder {
  port: number;
  perSecond?: number;
  isSudden?: boolean;
  connections: number;
  seconds: number;
  buyers: { session: string; phone: string }[];
}

export interface AnswersReport {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

/** Answers by status; 'lost': its connection ended; 'late': it came after the end of a sudden overload. */
export type PurchaseReport = Record<string, AnswersReport>;

/** More than one minute's calls from one address would be refused. */
const ADDRESSES = 20_000;
/** Ramp before the measurement; its calls are not counted. */
const RAMP_MS = { connections: 1_000, perSecond: 4_000 };
/** Callers that arrive all at once wait for their connections: a sudden overload is measured apart. */
const GROWING_MS = 3_000;
let purchases = 0;

function writePurchase({ port, buyers }: PurchaseOrder): Buffer {
  const number = purchases++;
  const { session, phone } = buyers[number % buyers.length] ?? { session: '', phone: '' };
  return writePost({
    procedure: 'cashback.issue',
    host: `localhost:${port}`,
    address: number % ADDRESSES,
    session,
    input: { operationId: randomUUID(), phone, amountCents: 5_000 + (number % 20_000) },
  });
}

/**
 * Opens one kept-alive connection, which is replaced when the server has closed it. Listeners are set once a
 * connection, not once a request: processor time used here is missing to the process that is measured.
 */
function openConnection(port: number) {
  let socket: Socket | undefined;
  let partial: Buffer | undefined;
  let end = (_status: string) => {};
  const read = (count: number, buffer: Uint8Array): boolean => {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count);
    const bytes = partial ? Buffer.concat([partial, chunk]) : chunk;
    if (isComplete(bytes)) {
      partial = undefined;
      end(bytes.toString('latin1', 9, 12));
    } else partial = Buffer.from(bytes);
    return true;
  };
  const open = () => {
    const opened = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: Buffer.alloc(ANSWER_BYTES), callback: read },
    });
    const lose = () => {
      if (opened === socket) end('lost');
    };
    return opened.on('error', lose).on('close', lose);
  };
  return (request: Buffer): Promise<string> =>
    new Promise((resolve) => {
      end = resolve;
      if (socket?.destroyed !== false || !socket.writable) {
        partial = undefined;
        socket = open();
      }
      socket.write(request);
    });
}

/** How many purchases are due so long after the start: at a growing rate first, then at an even one. */
function dueAfter(elapsed: number, perMs: number): number {
  const growing = Math.min(elapsed, GROWING_MS);
  return perMs * (growing ** 2 / (2 * GROWING_MS) + (elapsed - growing));
}

/** Yields once for each purchase that is due. */
async function* pace(
  { connections, isSudden }: PurchaseOrder,
  perSecond: number,
  until: number,
): AsyncGenerator<void> {
  const startedAt = performance.now();
  const perMs = perSecond / 1_000;
  for (let begun = 0; performance.now() < until; ) {
    const elapsed = performance.now() - startedAt;
    const due = isSudden ? connections + perMs * elapsed : dueAfter(elapsed, perMs);
    for (; begun < due; begun += 1) yield;
    await wait(1);
  }
}

async function sell(order: PurchaseOrder): Promise<PurchaseReport> {
  const times: Record<string, number[]> = {};
  const { perSecond, isSudden = false } = order;
  const rampMs = perSecond === undefined ? RAMP_MS.connections : RAMP_MS.perSecond;
  const from = performance.now() + (isSudden ? 0 : rampMs);
  const until = from + order.seconds * 1_000;
  const free: ReturnType<typeof openConnection>[] = [];
  const ask = async (connection: ReturnType<typeof openConnection>) => {
    const startedAt = performance.now();
    const status = await connection(writePurchase(order));
    const now = performance.now();
    if (now < from || (now > until && !isSudden)) return;
    const kind = now > until ? 'late' : status;
    times[kind] ??= [];
    times[kind].push(now - startedAt);
  };
  const keepAsking = async () => {
    const connection = openConnection(order.port);
    while (performance.now() < until) await ask(connection);
  };
  if (perSecond === undefined) await Promise.all(Array.from({ length: order.connections }, keepAsking));
  else {
    const underWay = new Set<Promise<void>>();
    for await (const _ of pace(order, perSecond, until)) {
      // In a sudden overload each caller waits for the answer before asking again.
      if (isSudden && underWay.size >= order.connections) continue;
      const connection = free.pop() ?? openConnection(order.port);
      const asking = ask(connection).finally(() => {
        free.push(connection);
        underWay.delete(asking);
      });
      underWay.add(asking);
    }
    await Promise.all(underWay);
  }
  return Object.fromEntries(
    Object.entries(times).map(([status, all]) => [
      status,
      {
        perSecond: all.length / order.seconds,
        p50Ms: percentile(all, 0.5),
        p95Ms: percentile(all, 0.95),
        p99Ms: percentile(all, 0.99),
      },
    ]),
  );
}

process.on('message', (order: PurchaseOrder) => {
  sell(order).then(
    (report) => process.send?.({ report }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit());
