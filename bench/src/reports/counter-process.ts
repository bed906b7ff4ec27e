import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** Purchases at that rate until stopped: to customers by their numbers, and most of them confirm at once. */
export interface PurchaseOrder {
  port: number;
  counters: { session: string; customers: number; perSecond: number }[];
}

export interface PurchaseReport {
  issued: number;
  confirmed: number;
  /** Of each purchase's call. */
  issueMs: number[];
  failures: string[];
}

const report: PurchaseReport = { issued: 0, confirmed: 0, issueMs: [], failures: [] };
const underWay = new Set<Promise<void>>();
let isOver = false;

async function post<Answer>(
  port: number,
  procedure: string,
  input: object,
  session?: string,
): Promise<Answer> {
  const origin = `http://localhost:${port}`;
  const response = await fetch(`${origin}/trpc/${procedure}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // Each customer behind an address of their own.
      'x-forwarded-for': `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.7`,
      origin,
      ...(session && { cookie: `session=${session}` }),
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${procedure} answered ${response.status}`);
  return ((await response.json()) as { result: { data: Answer } }).result.data;
}

async function sell(port: number, { session, customers }: PurchaseOrder['counters'][number]): Promise<void> {
  try {
    const phone = `119${String(Math.floor(Math.random() * customers)).padStart(8, '0')}`;
    const amountCents = 1_500 + Math.floor(Math.random() * 28_500);
    const purchase = { operationId: randomUUID(), phone, amountCents };
    const startedAt = performance.now();
    const { link } = await post<{ link: string }>(port, 'cashback.issue', purchase, session);
    report.issueMs.push(performance.now() - startedAt);
    report.issued += 1;
    if (Math.random() < 0.3) return;
    await post(port, 'cashback.confirm', { token: link.slice(link.lastIndexOf('/') + 1) });
    report.confirmed += 1;
  } catch (error) {
    report.failures.push(String(error));
  }
}

async function serveCounter(port: number, counter: PurchaseOrder['counters'][number]): Promise<void> {
  while (!isOver) {
    const purchase = sell(port, counter).finally(() => underWay.delete(purchase));
    underWay.add(purchase);
    await wait(1_000 / counter.perSecond);
  }
}

process.on('message', (message: PurchaseOrder | 'stop') => {
  if (message === 'stop') {
    isOver = true;
    void Promise.all(underWay).then(() => process.send?.(report));
  } else for (const counter of message.counters) void serveCounter(message.port, counter);
});
process.once('disconnect', () => process.exit());
