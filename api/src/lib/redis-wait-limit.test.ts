import { execFileSync } from 'node:child_process';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useProductTimeLimits } from '../test/time-limits.ts';
import { openRedis, type Redis } from './redis.ts';
import { timeLimits } from './time-limits.ts';

let server: RedisServer;
let redis: Redis;
let errors: Error[];

beforeAll(async () => {
  server = await startRedisServer(process.env.REDIS_SERVER_PATH);
});

beforeEach(async () => {
  useProductTimeLimits();
  errors = [];
  redis = await openRedis(server.url, (error) => errors.push(error));
  await expect.poll(() => redis.attempt((client) => client.ping())).toBe('PONG');
  return () => redis.close();
});

afterAll(() => server.stop());

/** Blocks the event loop until Redis has answered another process. */
function waitBlocking(): void {
  const port = new URL(server.url).port;
  const ask = `const socket = require('net').connect(${port}, '127.0.0.1', () => socket.write('PING\\r\\n'));
    socket.once('data', () => socket.destroy());`;
  execFileSync(process.execPath, ['-e', ask]);
}

test('a process too busy to read the answer does not take Redis for slow', async () => {
  timeLimits.redis = 1;
  const answer = redis.attempt(async (client) => {
    const asked = client.ping();
    await new Promise(setImmediate);
    waitBlocking();
    return await asked;
  });
  expect(await answer).toBe('PONG');
  timeLimits.redis = 60_000;
  expect(await redis.attempt((client) => client.ping())).toBe('PONG');
});

test('a Redis that does not answer is waited for once, then not asked until it is tried again', async () => {
  expect(await redis.attempt(() => new Promise(() => undefined))).toBeUndefined();
  expect(errors.map((error) => error.message)).toEqual(['Redis did not answer in time']);
  expect(await redis.attempt((client) => client.ping())).toBeUndefined();
  await expect.poll(() => redis.attempt((client) => client.ping())).toBe('PONG');
});

test('a Redis that hangs is waited for by one caller at a time, not by all', async () => {
  const own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const hung = await openRedis(own.url, () => undefined);
  await expect.poll(() => hung.attempt((client) => client.ping())).toBe('PONG');
  process.kill(own.pid, 'SIGSTOP');
  vi.useFakeTimers({ toFake: ['Date'] });
  await hung.attempt((client) => client.ping());
  let asked = 0;
  const tenCallers = () =>
    Promise.all(
      Array.from({ length: 10 }, () =>
        hung.attempt((client) => {
          asked += 1;
          return client.ping();
        }),
      ),
    );
  for (const pause of [1, 2, 3]) {
    await tenCallers();
    vi.advanceTimersByTime(2_000);
    await tenCallers();
    expect(asked, 'one after each pause').toBe(pause);
  }
  vi.useRealTimers();
  process.kill(own.pid, 'SIGCONT');
  await expect.poll(() => hung.attempt((client) => client.ping())).toBe('PONG');
  hung.close();
  await own.stop();
});
