import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, createHttpClient, freshIp } from './http-client.ts';
import { freshPhone, type SignedInMerchant, tokenOf } from './signed-in-merchant.ts';

export interface LoadResult {
  requests: number;
  /** Failed answers: a lost connection, any status but 200 and 503 with Retry-After. */
  failures: string[];
  /** Number of 503 answers with Retry-After, as a machine that does not keep up gives them. */
  toldToComeBack: number;
  slowestMs: number;
}

/**
 * A merchant at work: purchases, their confirmations, lists and sessions, `perSecond` requests in a second
 * over connections that are kept open: however long the answers take, or with `mostAtOnce` under way at any
 * time, as merchants wait for their answers.
 */
export function startCounterLoad(
  url: string,
  merchant: SignedInMerchant,
  perSecond: number,
  mostAtOnce = Number.POSITIVE_INFINITY,
) {
  const client = createHttpClient(url);
  const result: LoadResult = { requests: 0, failures: [], toldToComeBack: 0, slowestMs: 0 };
  const underWay = new Set<Promise<void>>();
  const waiting: string[] = [];
  let isOver = false;

  async function ask(name: string, call: () => Promise<Answer>): Promise<Answer | undefined> {
    result.requests += 1;
    const startedAt = performance.now();
    const answer = await call().catch((error: Error) => {
      result.failures.push(`${name}: ${error.message}`);
      return undefined;
    });
    result.slowestMs = Math.max(result.slowestMs, performance.now() - startedAt);
    if (answer?.status === 503 && answer.headers['retry-after'] !== undefined) result.toldToComeBack += 1;
    else if (answer && answer.status !== 200) result.failures.push(`${name}: ${answer.status}`);
    return answer;
  }

  async function sell(phone: string): Promise<void> {
    const input = { operationId: randomUUID(), phone, amountCents: 10_000 };
    const purchase = await ask('issue', () =>
      client.call('cashback.issue', input, { cookie: merchant.cookie }),
    );
    if (purchase?.data) waiting.push(tokenOf(purchase.data.link));
  }

  async function confirm(token: string): Promise<void> {
    await ask('confirm', () => client.call('cashback.confirm', { token }, { ip: freshIp() }));
  }

  async function look(): Promise<void> {
    await ask('latest', () => client.query('cashback.latest', {}, { cookie: merchant.cookie }));
  }

  async function open(): Promise<void> {
    await ask('session', () => client.query('auth.session', undefined, { cookie: merchant.cookie }));
  }

  function one(turn: number): Promise<void> {
    const token = waiting.shift();
    if (turn % 4 === 0) return sell(freshPhone());
    if (turn % 4 === 1 && token !== undefined) return confirm(token);
    return turn % 4 === 2 ? look() : open();
  }

  const running = (async () => {
    const startedAt = performance.now();
    for (let turn = 0; !isOver; turn += 1) {
      await wait(Math.max(0, startedAt + (turn * 1_000) / perSecond - performance.now()));
      while (underWay.size >= mostAtOnce) await Promise.race(underWay);
      const asking = one(turn);
      underWay.add(asking);
      void asking.finally(() => underWay.delete(asking));
    }
    await Promise.all(underWay);
  })();

  return {
    async stop(): Promise<LoadResult> {
      isOver = true;
      await running;
      client.close();
      return result;
    },
  };
}
