import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLive } from './live.ts';
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

test('a subscription that failed with its connection is made again', async () => {
  let own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  process.kill(own.pid, 'SIGSTOP');
  const [sender, receiver] = [
    await openRedis(own.url, () => undefined),
    await openRedis(own.url, () => undefined),
  ];
  const received: string[] = [];
  receiver.subscribe('live', (message) => received.push(message));
  await own.stop();
  own = await startRedisServer(process.env.REDIS_SERVER_PATH, Number(new URL(own.url).port));
  const arrives = (message: string) =>
    expect.poll(
      () => {
        sender.publish('live', message);
        return received.includes(message);
      },
      { timeout: 60_000, interval: 50 },
    );
  await arrives('at all').toBe(true);
  sender.close();
  receiver.close();
  await own.stop();
});

test('an idle subscription is pinged before its silence is taken for death', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const idle = await openRedis(own.url, () => undefined);
  idle.subscribe('live', () => undefined);
  const countOf = async (command: string) => {
    const stats = await idle.attempt((client) => client.info('commandstats'));
    return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats ?? '')?.[1] ?? 0);
  };
  // Not expect.poll, which moves a fake clock.
  const until = async (command: string, count: number) => {
    while ((await countOf(command)) < count) await new Promise(setImmediate);
  };
  await until('subscribe', 1);
  expect(await countOf('ping')).toBe(0);
  vi.advanceTimersByTime(7_999);
  // That of the connection for commands, too.
  await until('ping', 2);
  idle.close();
  await own.stop();
});

test('a confirmation is published also while commands are paused after a failure', async () => {
  const other = await openRedis(server.url, () => undefined);
  const received = new Set<string>();
  const elsewhere = createLive(other);
  for (const purchase of ['first', 'second']) elsewhere.watch(purchase, () => received.add(purchase));
  const live = createLive(redis);
  await expect
    .poll(() => {
      live.publish('first');
      return received.has('first');
    })
    .toBe(true);
  await redis.attempt(() => Promise.reject(new Error('failed')));
  expect(await redis.attempt((client) => client.ping()), 'commands are paused').toBeUndefined();
  live.publish('second');
  await expect.poll(() => received.has('second')).toBe(true);
  other.close();
});

test('without Redis, commands answer nothing at once and publishing reaches the own process', async () => {
  const away = await openRedis('redis://127.0.0.1:1', () => undefined);
  expect(await away.attempt((client) => client.ping())).toBeUndefined();
  let heard = 0;
  const live = createLive(away);
  const stop = live.watch('purchase-2', () => {
    heard += 1;
  });
  live.publish('purchase-2');
  live.publish('purchase-3');
  stop();
  live.publish('purchase-2');
  expect(heard).toBe(1);
  away.close();
});

test('after Redis was gone and came back, publications arrive again', async () => {
  let own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const { port } = new URL(own.url);
  const [sender, receiver] = [
    await openRedis(own.url, () => undefined),
    await openRedis(own.url, () => undefined),
  ];
  const received: string[] = [];
  receiver.subscribe('live', (message) => received.push(message));
  const arrives = (message: string) =>
    expect
      .poll(
        () => {
          sender.publish('live', message);
          return received.includes(message);
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(true);
  await arrives('before');
  await own.stop();
  sender.publish('live', 'lost');
  own = await startRedisServer(process.env.REDIS_SERVER_PATH, Number(port));
  await arrives('after');
  sender.close();
  receiver.close();
  await own.stop();
});
