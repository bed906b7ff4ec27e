import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isComplete } from '../load/http-connection.ts';
import { writePost } from '../load/post-request.ts';
import { percentile } from '../statistics.ts';

/** Sales to record for these people, so many a second however long the answers take; `connections` at once where none is said. */
export interface SalesOrder {
  port: number;
  perSecond?: number;
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

/** By status; 'lost' is a connection that ended before its answer. */
export type SalesReport = Record<string, AnswersReport>;

/** More than one minute's calls from one address would be refused. */
const ADDRESSES = 20_000;
const RAMP_MS = 1_000;
let sales = 0;

function writeSale({ port, buyers }: SalesOrder): Buffer {
  const number = sales++;
  const { session, phone } = buyers[number % buyers.length] ?? { session: '', phone: '' };
  return writePost({
    procedure: 'cashback.issue',
    host: `localhost:${port}`,
    address: number % ADDRESSES,
    session,
    input: { operationId: randomUUID(), phone, amountCents: 5_000 + (number % 20_000) },
  });
}

/** One kept-alive connection, which is made anew when the server has closed it. */
function openConnection(port: number) {
  let socket: Socket | undefined;
  return (request: Buffer): Promise<string> =>
    new Promise((resolve) => {
      let bytes = Buffer.alloc(0);
      if (socket?.destroyed !== false || !socket.writable)
        socket = connect({ host: '127.0.0.1', port, noDelay: true });
      const current = socket;
      const end = (status: string) => {
        current.removeAllListeners();
        current.on('error', () => undefined);
        resolve(status);
      };
      current.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        if (isComplete(bytes)) end(bytes.toString('latin1', 9, 12));
      });
      current.on('error', () => end('lost'));
      current.on('close', () => end('lost'));
      current.write(request);
    });
}

async function sell(order: SalesOrder): Promise<SalesReport> {
  const times: Record<string, number[]> = {};
  const [from, until] = [performance.now() + RAMP_MS, performance.now() + RAMP_MS + order.seconds * 1_000];
  const free: ReturnType<typeof openConnection>[] = [];
  const ask = async (connection: ReturnType<typeof openConnection>) => {
    const startedAt = performance.now();
    const status = await connection(writeSale(order));
    const now = performance.now();
    if (now < from || now > until) return;
    times[status] ??= [];
    times[status].push(now - startedAt);
  };
  const keepAsking = async () => {
    const connection = openConnection(order.port);
    while (performance.now() < until) await ask(connection);
  };
  const { perSecond } = order;
  if (perSecond === undefined) await Promise.all(Array.from({ length: order.connections }, keepAsking));
  else {
    const startedAt = performance.now();
    const underWay = new Set<Promise<void>>();
    for (let number = 0; performance.now() < until; number += 1) {
      const early = startedAt + (number / perSecond) * 1_000 - performance.now();
      if (early > 0) await wait(early);
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

process.on('message', (order: SalesOrder) => {
  sell(order).then(
    (report) => process.send?.({ report }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit());
