import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMovableClock } from '../test/money-app.ts';
import { type RedisServer, startRedisServer } from '../test/redis-server.ts';
import { systemClock } from './clock.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { openRedis, type Redis } from './redis.ts';

const RULE = { name: 'test', limit: 3, windowSeconds: 60 };

let server: RedisServer;
let redis: Redis[];

beforeAll(async () => {
  server = await startRedisServer(process.env.REDIS_SERVER_PATH);
  redis = [openRedis(server.url, () => undefined), openRedis(server.url, () => undefined)];
  for (const each of redis) await untilItAnswers(each);
});

afterAll(async () => {
  for (const each of redis) each.close();
  await server.stop();
});

async function untilItAnswers(each: Redis): Promise<void> {
  while ((await each.attempt((client) => client.ping())) !== 'PONG') await setTimeout(10);
}

test('in one process: the limit is let through, then the seconds to wait are answered, then the window is over', async () => {
  const clock = createMovableClock('2026-03-10T12:00:00Z');
  const limiter = createRateLimiter(undefined, clock);
  for (let call = 0; call < 3; call += 1) expect(await limiter.hit(RULE, 'a')).toBeUndefined();
  clock.advance(20_500);
  expect(await limiter.hit(RULE, 'a')).toBe(40);
  expect(await limiter.hit(RULE, 'b'), 'another subject').toBeUndefined();
  expect(await limiter.hit({ ...RULE, name: 'other' }, 'a'), 'another rule').toBeUndefined();
  clock.advance(39_499);
  expect(await limiter.hit(RULE, 'a')).toBe(1);
  clock.advance(1);
  expect(await limiter.hit(RULE, 'a')).toBeUndefined();
});

test('two processes with one Redis count together', async () => {
  const limiters = redis.map((each) => createRateLimiter(each, systemClock));
  const waits = [];
  for (let call = 0; call < 6; call += 1) waits.push(await limiters[call % 2]?.hit(RULE, 'shared'));
  expect(waits.map((wait) => wait === undefined)).toEqual([true, true, true, false, false, false]);
  expect(waits[5]).toBeGreaterThan(50);
  expect(waits[5]).toBeLessThanOrEqual(60);
});

test('a Redis that dies opens no fresh window for whoever this process has counted', async () => {
  const own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const dying = openRedis(own.url, () => undefined);
  await untilItAnswers(dying);
  const limiter = createRateLimiter(dying, systemClock);
  for (let call = 0; call < 3; call += 1) await limiter.hit(RULE, 'a');
  await own.stop();
  expect(await limiter.hit(RULE, 'a')).toBeGreaterThan(0);
  dying.close();
});

test('while Redis is away the stricter limit holds, and only then: with it, or where there is none, the usual one', async () => {
  const rule = { ...RULE, name: 'strict', limit: 6, limitWithoutRedis: 2 };
  const away = openRedis('redis://127.0.0.1:1', () => undefined);
  const letThrough = async (limiter: RateLimiter, subject: string) => {
    let passed = 0;
    for (let call = 0; call < 10; call += 1)
      if ((await limiter.hit(rule, subject)) === undefined) passed += 1;
    return passed;
  };
  expect(await letThrough(createRateLimiter(away, systemClock), 'away')).toBe(2);
  expect(await letThrough(createRateLimiter(redis[0], systemClock), 'with')).toBe(6);
  expect(await letThrough(createRateLimiter(undefined, systemClock), 'none')).toBe(6);
  expect(await createRateLimiter(away, systemClock).hit(RULE, 'no stricter limit is named')).toBeUndefined();
  away.close();
});

test('a flood of subjects does not fill the memory, and never frees the newest ones', async () => {
  const limiter = createRateLimiter(undefined, systemClock);
  for (let subject = 0; subject < 100_000; subject += 1) await limiter.hit(RULE, `flood-${subject}`);
  for (let call = 0; call < 3; call += 1) await limiter.hit(RULE, 'attacker');
  for (let subject = 0; subject < 50_000; subject += 1) await limiter.hit(RULE, `more-${subject}`);
  expect(await limiter.hit(RULE, 'attacker')).toBeGreaterThan(0);
});
