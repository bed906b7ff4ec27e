import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** Purchases that come as they come, a fixed number a second, however long the ones before take. */
export interface PurchaseOrder {
  port: number;
  perSecond: number;
  /** Ramp that is not counted: connections open, caches fill. */
  rampMs: number;
  measureMs: number;
  /** One of a cookie and a phone for each purchase, used in turn. */
  buyers: { session: string; phone: string }[];
}

/** Milliseconds of each call that was answered 200. */
export interface PurchaseReport {
  issue: number[];
  confirm: number[];
  /** Count of each other answer. */
  failures: Record<string, number>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
/** More than one minute's calls from one address would be refused. */
const ADDRESSES = 20_000;
let calls = 0;

async function post(port: number, procedure: string, input: object, session?: string) {
  const address = calls++ % ADDRESSES;
  const origin = `http://localhost:${port}`;
  const headers = {
    'content-type': 'application/json',
    origin,
    'x-forwarded-for': `10.0.${address >> 8}.${address & 255}`,
    ...(session && { cookie: `session=${session}` }),
  };
  const startedAt = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${origin}/trpc/${procedure}`, { method: 'POST', agent, headers }, resolve);
    sent.once('error', reject);
    sent.end(JSON.stringify(input));
  });
  const body = await text(response);
  return { status: response.statusCode ?? 0, body, milliseconds: performance.now() - startedAt };
}

/** A purchase is issued, and its customer confirms the code at once. */
async function buy(order: PurchaseOrder, number: number, report: PurchaseReport, isCounted: boolean) {
  const buyer = order.buyers[number % order.buyers.length];
  if (!buyer) throw new Error('there are no buyers');
  const note = (kind: 'issue' | 'confirm', call: { status: number; milliseconds: number }) => {
    const failure = `${kind} ${call.status}`;
    if (call.status !== 200) report.failures[failure] = (report.failures[failure] ?? 0) + 1;
    else if (isCounted) report[kind].push(call.milliseconds);
    return call.status === 200;
  };
  const purchase = { operationId: randomUUID(), phone: buyer.phone, amountCents: 5_000 + (number % 20_000) };
  const issued = await post(order.port, 'cashback.issue', purchase, buyer.session);
  if (!note('issue', issued)) return;
  const { link } = JSON.parse(issued.body).result.data as { link: string };
  const token = link.slice(link.lastIndexOf('/') + 1);
  note('confirm', await post(order.port, 'cashback.confirm', { token }));
}

async function work(order: PurchaseOrder): Promise<PurchaseReport> {
  const report: PurchaseReport = { issue: [], confirm: [], failures: {} };
  const startedAt = performance.now();
  const purchases: Promise<void>[] = [];
  for (let number = 0; ; number += 1) {
    const at = (number / order.perSecond) * 1_000;
    if (at >= order.rampMs + order.measureMs) break;
    await wait(Math.max(0, startedAt + at - performance.now()));
    purchases.push(buy(order, number, report, at >= order.rampMs));
  }
  await Promise.all(purchases);
  return report;
}

process.on('message', (order: PurchaseOrder) => {
  work(order).then(
    (report) => process.send?.({ report }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit());
