import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { driveConnection } from '../load/http-connection.ts';

/**
 * Event streams that one session asks for: so many, at so many a second, until this process ends. Without a
 * session each asking has a made-up one, and once it is answered the next follows on the same connection.
 */
export interface StreamsOrder {
  port: number;
  session?: string;
  /** The purchase that they watch. */
  purchaseId: string;
  streams: number;
  perSecond: number;
}

export interface StreamsReport {
  asked: number;
  open: number;
  refused: number;
}

const report: StreamsReport = { asked: 0, open: 0, refused: 0 };

function writeAsking({ port, purchaseId }: StreamsOrder, session: string): Buffer {
  report.asked += 1;
  const input = encodeURIComponent(JSON.stringify({ id: purchaseId }));
  const lines = [
    `GET /trpc/cashback.watch?input=${input} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Accept: text/event-stream',
    'Sec-Fetch-Site: same-origin',
    `Cookie: session=${session}; __Host-session=${session}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

function askMadeUp(order: StreamsOrder): void {
  const next = () => writeAsking(order, randomBytes(32).toString('base64url'));
  void driveConnection(order.port, next, () => {
    report.refused += 1;
  });
}

/** Asks for a stream; a refused one is asked for again when its answer says. */
function ask(order: StreamsOrder): void {
  const { session } = order;
  if (session === undefined) {
    askMadeUp(order);
    return;
  }
  let head = '';
  const socket = connect(order.port, '127.0.0.1', () => socket.write(writeAsking(order, session)));
  socket.on('error', () => undefined);
  const read = (chunk: Buffer) => {
    head += chunk.toString('latin1');
    if (!head.includes('\r\n\r\n')) return;
    socket.off('data', read).resume();
    if (head.startsWith('HTTP/1.1 200')) {
      report.open += 1;
      return;
    }
    report.refused += 1;
    socket.destroy();
    const retrySeconds = Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 3);
    setTimeout(() => ask(order), retrySeconds * 1_000);
  };
  socket.on('data', read);
}

async function askForAll(order: StreamsOrder): Promise<void> {
  const startedAt = performance.now();
  for (let asked = 0; asked < order.streams; asked += 1) {
    while (((performance.now() - startedAt) / 1_000) * order.perSecond < asked) await wait(1);
    ask(order);
  }
}

process.on('message', (message: StreamsOrder | 'report') => {
  if (message === 'report') process.send?.(report);
  else void askForAll(message);
});
process.once('disconnect', () => process.exit());
