import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from '../../lib/rate-limit.ts';
import { openRedis, type Redis } from '../../lib/redis.ts';
import { createMovableClock } from '../money-app.ts';

const { REDIS_SERVER_PATH } = process.env;
let server: RedisServer;
const opened: Redis[] = [];
let rules = 0;

beforeAll(async () => {
  server = await startRedisServer(REDIS_SERVER_PATH);
});

afterEach(() => {
  for (const redis of opened.splice(0)) redis.close();
});

afterAll(() => server?.stop());

/** Never used before, so that no other test has counted in it. */
function freshRule(limit: number, windowSeconds = 600): RateLimit {
  return { name: `test-${++rules}`, limit, windowSeconds };
}

async function limiterOn(url: string): Promise<RateLimiter> {
  const redis = await openRedis(url, () => undefined);
  opened.push(redis);
  await expect.poll(() => redis.attempt((client) => client.ping())).toBe('PONG');
  return createRateLimiter(redis, systemClock);
}

/** Of work that waits for a timer the answer never comes. */
async function withoutTimers<Result>(work: () => Promise<Result>[]): Promise<Promise<Result>[]> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const answers = work();
    await Promise.all(answers);
    return answers;
  } finally {
    vi.useRealTimers();
  }
}

async function allowed(hits: Promise<number | undefined>[]): Promise<number> {
  return (await Promise.all(hits)).filter((wait) => wait === undefined).length;
}

test('two processes with one Redis share the rule’s limit', async () => {
  const [one, two] = [await limiterOn(server.url), await limiterOn(server.url)];
  const rule = freshRule(10);
  const hits = Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two).hit(rule, 'subject'));
  expect(await allowed(hits)).toBe(10);
  for (const limiter of [one, two]) {
    const wait = await limiter.hit(rule, 'subject');
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
    expect(await limiter.hit(rule, 'another')).toBeUndefined();
  }
});

test('a window in Redis ends though tries go on', async () => {
  const limiter = await limiterOn(server.url);
  const rule = freshRule(1, 1);
  expect(await limiter.hit(rule, 's')).toBeUndefined();
  expect(await limiter.hit(rule, 's')).toBe(1);
  await expect.poll(() => limiter.hit(rule, 's'), { interval: 200 }).toBeUndefined();
});

test('a Redis that hangs holds up no call for long, and the limit still holds in each process', async () => {
  const hanging = await startRedisServer(REDIS_SERVER_PATH);
  const limiter = await limiterOn(hanging.url);
  const rule = freshRule(5);
  expect(await allowed([limiter.hit(rule, 's'), limiter.hit(rule, 's')])).toBe(2);
  process.kill(hanging.pid, 'SIGSTOP');
  let passed = 0;
  for (let hits = 0; hits < 10; hits += 1) {
    if ((await limiter.hit(rule, 's')) === undefined) passed += 1;
  }
  // The two before are remembered: losing Redis opens no fresh window.
  expect(passed).toBe(3);
  process.kill(hanging.pid, 'SIGCONT');
  await hanging.stop();
});

test('a Redis that dies costs nothing, and the limit still holds in each process', async () => {
  const dying = await startRedisServer(REDIS_SERVER_PATH);
  const limiter = await limiterOn(dying.url);
  const rule = freshRule(5);
  expect(await limiter.hit(rule, 's')).toBeUndefined();
  await dying.stop();
  const hits = await withoutTimers(() => Array.from({ length: 10 }, () => limiter.hit(rule, 's')));
  expect(await allowed(hits)).toBe(4);
});

test('a Redis that was never there costs nothing either', async () => {
  const redis = await openRedis('redis://127.0.0.1:1', () => undefined);
  opened.push(redis);
  const limiter = createRateLimiter(redis, systemClock);
  const rule = freshRule(3);
  const hits = await withoutTimers(() => Array.from({ length: 9 }, () => limiter.hit(rule, 's')));
  expect(await allowed(hits)).toBe(3);
});

test('without Redis a window ends by the clock, and subjects and rules are counted apart', async () => {
  const clock = createMovableClock(new Date());
  const limiter = createRateLimiter(undefined, clock);
  const [rule, other] = [freshRule(2, 60), freshRule(2, 60)];
  expect(await allowed(Array.from({ length: 5 }, () => limiter.hit(rule, 's')))).toBe(2);
  expect(await limiter.hit(rule, 't')).toBeUndefined();
  expect(await limiter.hit(other, 's')).toBeUndefined();
  clock.advance(59_999);
  expect(await limiter.hit(rule, 's')).toBe(1);
  clock.advance(1);
  expect(await limiter.hit(rule, 's')).toBeUndefined();
});

test('a stranger’s endless subjects do not fill the memory of the process', async () => {
  const limiter = createRateLimiter(undefined, systemClock);
  const rule = freshRule(1);
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 250_000; index += 1) await limiter.hit(rule, `subject-${index}`);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  // The oldest were forgotten, the newest not.
  expect(await limiter.hit(rule, 'subject-249999')).toBeDefined();
  expect(await limiter.hit(rule, 'subject-0')).toBeUndefined();
});
