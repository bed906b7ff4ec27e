import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openRedis, type Redis } from './redis.ts';

let server: RedisServer;
let redis: Redis;
let errors: Error[];

beforeAll(async () => {
  server = await startRedisServer(process.env.REDIS_SERVER_PATH);
});

beforeEach(async () => {
  errors = [];
  redis = await openRedis(server.url, (error) => errors.push(error));
  await expect.poll(() => redis.attempt((client) => client.ping())).toBe('PONG');
  return () => redis.close();
});

afterAll(() => server.stop());

function occupyTheLoop(milliseconds: number): void {
  const until = Date.now() + milliseconds;
  while (Date.now() < until);
}

// Tried again because on a busy machine Redis itself may need longer than it is given.
test('a process too busy to read the answer does not take Redis for slow', { retry: 3 }, async () => {
  const answer = redis.attempt((client) => client.ping());
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = redis.attempt((client) => client.ping());
  occupyTheLoop(250);
  expect([await answer, await second]).toEqual(['PONG', 'PONG']);
  expect(await redis.attempt((client) => client.ping())).toBe('PONG');
});

test('a Redis that does not answer costs at most 200 ms once, then nothing until it is tried again', async () => {
  const startedAt = performance.now();
  expect(await redis.attempt(() => new Promise(() => undefined))).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(200);
  expect(errors.map((error) => error.message)).toEqual(['Redis did not answer in time']);
  const secondAt = performance.now();
  expect(await redis.attempt((client) => client.ping())).toBeUndefined();
  expect(performance.now() - secondAt).toBeLessThan(20);
  await expect.poll(() => redis.attempt((client) => client.ping())).toBe('PONG');
});

test('a Redis that hangs is waited for by one caller at a time, not by all', async () => {
  const own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const hung = await openRedis(own.url, () => undefined);
  await expect.poll(() => hung.attempt((client) => client.ping())).toBe('PONG');
  process.kill(own.pid, 'SIGSTOP');
  await hung.attempt((client) => client.ping());
  let slow = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 5_000) {
    const callers = Array.from({ length: 10 }, async () => {
      const at = performance.now();
      await hung.attempt((client) => client.ping());
      if (performance.now() - at > 60) slow += 1;
    });
    await Promise.all(callers);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // One slow call for each pause of two seconds, and a few that a busy machine held up.
  expect(slow).toBeLessThan(12);
  process.kill(own.pid, 'SIGCONT');
  await expect.poll(() => hung.attempt((client) => client.ping())).toBe('PONG');
  hung.close();
  await own.stop();
});
