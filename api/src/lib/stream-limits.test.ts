import { randomUUID } from 'node:crypto';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRedis, type Redis } from './redis.ts';
import { createStreamLimits, type StreamLimits, type StreamSlots } from './stream-limits.ts';

let server: RedisServer;
/** The connection of each process. */
let redis: [Redis, Redis];
let processes: [StreamLimits, StreamLimits];
let session: string;
let key: string;

beforeAll(async () => {
  server = await startRedisServer(process.env.REDIS_SERVER_PATH);
});

afterAll(() => server.stop());

beforeEach(async () => {
  redis = [await openRedis(server.url, () => undefined), await openRedis(server.url, () => undefined)];
  for (const each of redis)
    await expect.poll(() => each.attempt((client) => client.ping()), { timeout: 60_000 }).toBe('PONG');
  processes = [createStreamLimits(redis[0]), createStreamLimits(redis[1])];
  session = randomUUID();
  key = `streams:session:${session}`;
  return () => {
    for (const each of redis) each.close();
  };
});

/** Opens a stream of the session at that process; answers what refused it, or its slots. */
async function open(at: 0 | 1, subjects: Parameters<StreamSlots['take']>[0] = { session }) {
  const slots = processes[at].open();
  const full = slots.take(subjects) ?? (await slots.takeAmongAll());
  if (full !== undefined) slots.giveBack();
  return full ?? slots;
}

const countInRedis = () => redis[0].attempt((client) => client.zCard(key));

test('a session has four streams over all processes, and each place that becomes free is for all', async () => {
  const opened = [await open(0), await open(0), await open(1), await open(1)];
  expect(opened).not.toContain('session');
  expect([await open(0), await open(1)]).toEqual(['session', 'session']);
  expect(await countInRedis(), 'refused ones hold nothing').toBe(4);
  (opened[3] as StreamSlots).giveBack();
  await expect.poll(countInRedis, { timeout: 60_000 }).toBe(3);
  expect(await open(0)).not.toBe('session');
  expect(await open(1)).toBe('session');
});

test('a stream takes all of its slots or none', async () => {
  const merchant = randomUUID();
  for (let count = 0; count < 4; count += 1) await open(0, { session, merchant });
  expect(await open(1, { merchant, session })).toBe('session');
  expect(await redis[0].attempt((client) => client.zCard(`streams:merchant:${merchant}`))).toBe(4);
});

const leasesOf = async (of: string) =>
  (await redis[0].attempt((client) => client.zRangeWithScores(of, 0, -1))) ?? [];

/**
 * Lets the time of one renewal pass, and waits until each lease of that key was prolonged. A third of each is
 * over by then in Redis, too: a renewal within the millisecond of its taking would change nothing.
 */
async function untilRenewed(of: string): Promise<void> {
  const leases = await leasesOf(of);
  const longest = Math.max(...leases.map(({ score }) => score));
  const older = leases.map(({ value, score }) => ({ value, score: score - 10_000 }));
  await redis[0].attempt((client) => client.zAdd(of, older));
  vi.advanceTimersByTime(10_000);
  // Shorter than a lease: after a lease its end would look like a renewal.
  const limit = { timeout: 10_000 };
  const shortest = async () => Math.min(...(await leasesOf(of)).map(({ score }) => score));
  await expect.poll(shortest, limit).toBeGreaterThanOrEqual(longest);
}

describe('leases', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    return () => void vi.useRealTimers();
  });

  test('what a killed process held is free once its leases are over, and the living renew theirs', async () => {
    for (let count = 0; count < 4; count += 1) await open(0);
    await untilRenewed(key);
    expect(await open(1)).toBe('session');
    const members = (await redis[0].attempt((client) => client.zRange(key, 0, 2))) ?? [];
    const over = members.map((value) => ({ value, score: 1 }));
    await redis[0].attempt((client) => client.zAdd(key, over));
    expect(await open(1)).not.toBe('session');
  });

  test('a stream that ends while Redis is asked leaves nothing there', async () => {
    const slots = processes[0].open();
    expect(slots.take({ session })).toBeUndefined();
    const asked = slots.takeAmongAll();
    slots.giveBack();
    expect(await asked).toBeUndefined();
    expect(await countInRedis()).toBe(0);
    expect(slots.take({ session }), 'it has ended').toBe('session');
    const other = randomUUID();
    await open(0, { session: other });
    await untilRenewed(`streams:session:${other}`);
    expect(await countInRedis(), 'when its own would have been renewed').toBe(0);
  });
});

test('without Redis each process counts its own', async () => {
  processes = [createStreamLimits(undefined), createStreamLimits(undefined)];
  for (let count = 0; count < 4; count += 1) {
    expect(await open(0)).not.toBe('session');
    expect(await open(1)).not.toBe('session');
  }
  expect([await open(0), await open(1)]).toEqual(['session', 'session']);
});

test('two hundred streams are open for one address, a thousand for its network', async () => {
  processes = [createStreamLimits(undefined), createStreamLimits(undefined)];
  const openFrom = async (ip: string, count: number) => {
    const answers = [];
    for (let stream = 0; stream < count; stream += 1) answers.push(await open(0, { address: ip }));
    return answers.filter((answer) => answer === 'address').length;
  };
  expect(await openFrom('203.0.113.1', 201)).toBe(1);
  for (let host = 2; host <= 5; host += 1) expect(await openFrom(`203.0.113.${host}`, 200)).toBe(0);
  expect(await openFrom('203.0.113.6', 1)).toBe(1);
  expect(await openFrom('203.0.114.6', 1)).toBe(0);
});
