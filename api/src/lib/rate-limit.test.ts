import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMovableClock } from '../test/money-app.ts';
import { steadyClock, systemClock } from './clock.ts';
import { type CallCount, createRateLimiter, perAddress, perSubject } from './rate-limit.ts';
import { openRedis, type Redis } from './redis.ts';

const RULE = { name: 'test', limit: 3, windowSeconds: 60 };
/** Of its window no test sees much more than the beginning. */
const DAY_RULE = { name: 'test-day', limit: 3, windowSeconds: 86_400 };

let server: RedisServer;
let redis: Redis[];

beforeAll(async () => {
  server = await startRedisServer(process.env.REDIS_SERVER_PATH);
  redis = [await openRedis(server.url, () => undefined), await openRedis(server.url, () => undefined)];
  for (const each of redis) await untilItAnswers(each);
});

afterAll(async () => {
  for (const each of redis) each.close();
  await server.stop();
});

const untilItAnswers = (each: Redis) =>
  vi.waitFor(async () => expect(await each.attempt((client) => client.ping())).toBe('PONG'), 60_000);

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
  for (let call = 0; call < 6; call += 1) waits.push(await limiters[call % 2]?.hit(DAY_RULE, 'shared'));
  expect(waits.map((wait) => wait === undefined)).toEqual([true, true, true, false, false, false]);
  expect(waits[5]).toBeGreaterThan(80_000);
  expect(waits[5]).toBeLessThanOrEqual(86_400);
});

test('a rule that is each process’s own lets the limit through in each, and asks Redis nothing', async () => {
  const own = perSubject({ ...DAY_RULE, name: 'own', isOwn: true }, 'a');
  for (const each of redis) {
    const limiter = createRateLimiter(each, systemClock);
    for (let call = 0; call < 3; call += 1) expect(await limiter.hitAll([own])).toBeUndefined();
    expect((await limiter.hitAll([own]))?.rule).toBe(own.rule);
  }
  expect(await redis[0]?.attempt((client) => client.keys('limit:own:*'))).toEqual([]);
});

test('a Redis that dies opens no fresh window for a caller this process has counted', async () => {
  const own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const dying = await openRedis(own.url, () => undefined);
  await untilItAnswers(dying);
  const limiter = createRateLimiter(dying, systemClock);
  for (let call = 0; call < 3; call += 1) await limiter.hit(RULE, 'a');
  await own.stop();
  expect(await limiter.hit(RULE, 'a')).toBeGreaterThan(0);
  dying.close();
});

test('a Redis that is emptied frees no caller whom this process has counted', async () => {
  const own = await startRedisServer(process.env.REDIS_SERVER_PATH);
  onTestFinished(() => own.stop());
  const emptied = await openRedis(own.url, () => undefined);
  onTestFinished(() => emptied.close());
  await untilItAnswers(emptied);
  const limiter = createRateLimiter(emptied, systemClock);
  const other = createRateLimiter(emptied, systemClock);
  for (let call = 0; call < 2; call += 1) await limiter.hit(DAY_RULE, 'a');
  await other.hit(DAY_RULE, 'a');
  expect(await limiter.hit(DAY_RULE, 'a'), 'by what both counted').toBeGreaterThan(80_000);
  await emptied.attempt((client) => client.flushAll());
  expect(await limiter.hit(DAY_RULE, 'a'), 'by Redis’s new count').toBeUndefined();
  await emptied.attempt((client) => client.flushAll());
  expect(await limiter.hit(DAY_RULE, 'a'), 'by its own').toBeGreaterThan(80_000);
  await limiter.takeBack([perSubject(DAY_RULE, 'a')]);
  expect(await limiter.hit(DAY_RULE, 'a'), 'what is taken back is so in its own too').toBeUndefined();
});

test('a call that Redis refuses uses up nothing in the process, nor does one that nobody could count', async () => {
  const [limiter, other] = redis.map((each) => createRateLimiter(each, systemClock));
  const shared = perSubject({ ...DAY_RULE, name: 'shared' }, 'refused');
  const single = perSubject({ ...DAY_RULE, name: 'single' }, 'refused');
  for (let call = 0; call < 3; call += 1) await other?.hitAll([shared]);
  for (let call = 0; call < 3; call += 1)
    expect((await limiter?.hitAll([single, shared]))?.rule.name).toBe('shared');
  for (let call = 0; call < 3; call += 1) expect(await limiter?.hitAll([single])).toBeUndefined();

  const strict = perSubject({ ...RULE, isStrict: true }, 'away');
  let failures = 2;
  const hitAll = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('away');
    return undefined;
  };
  const alone = createRateLimiter(undefined, systemClock, {
    shared: { hitAll, takeBack: async () => undefined },
  });
  for (let call = 0; call < 2; call += 1) await expect(alone.hitAll([strict])).rejects.toThrow('away');
  for (let call = 0; call < 3; call += 1) expect(await alone.hitAll([strict])).toBeUndefined();
  expect((await alone.hitAll([strict]))?.rule).toBe(strict.rule);
});

/** Each on a Redis or on none. */
const ON: [where: string, redisOf: () => Redis | undefined][] = [
  ['in Redis', () => redis[0]],
  ['in the process', () => undefined],
];

describe.each(ON)('a call that adds to several counts, %s', (_where, redisOf) => {
  let tests = 0;
  const count = (name: string, limit: number, holds: CallCount['holds'] = 'always') => {
    return perSubject({ name: `${name}-${tests}`, limit, windowSeconds: 60 }, 'x', holds);
  };
  beforeEach(() => {
    tests += 1;
  });

  test('adds to none where one is full: who is refused uses up nothing that others share', async () => {
    const limiter = createRateLimiter(redisOf(), systemClock);
    const [own, shared] = [count('own', 2), count('shared', 4)];
    const refusals = [];
    for (let call = 0; call < 10; call += 1) refusals.push((await limiter.hitAll([own, shared]))?.rule.name);
    expect(refusals.filter((name) => name === undefined)).toHaveLength(2);
    expect(new Set(refusals.slice(2))).toEqual(new Set([own.rule.name]));
    const neighbor = count('neighbor', 10);
    for (let call = 0; call < 2; call += 1) expect(await limiter.hitAll([neighbor, shared])).toBeUndefined();
    expect((await limiter.hitAll([neighbor, shared]))?.rule).toBe(shared.rule);
  });

  test('a full threshold refuses nothing by itself, and makes the counts refuse that hold past it', async () => {
    const limiter = createRateLimiter(redisOf(), systemClock);
    const [threshold, everybody] = [count('threshold', 5, 'threshold'), count('everybody', 8)];
    const from = (address: string) =>
      limiter
        .hitAll([threshold, count(address, 2, 'past-threshold'), everybody])
        .then((excess) => excess?.rule.name);
    for (let call = 0; call < 5; call += 1) expect(await from('loud')).toBeUndefined();
    expect(await from('loud')).toMatch(/^loud/);
    expect([await from('quiet'), await from('quiet')]).toEqual([undefined, undefined]);
    expect(await from('quiet')).toMatch(/^quiet/);
    expect(await from('third')).toBeUndefined();
    expect(await from('fourth')).toMatch(/^everybody/);
  });

  test('reports a full threshold, also of another process that counts in the same Redis', async () => {
    const [limiter, other] = [redisOf(), redisOf()].map((each) => createRateLimiter(each, systemClock));
    const asked = redisOf() ? other : limiter;
    let reports = 0;
    const onFull = () => {
      reports += 1;
    };
    const threshold = { ...count('reported', 3, 'threshold'), onFull };
    for (let call = 0; call < 3; call += 1) await limiter?.hitAll([threshold]);
    expect(reports).toBe(0);
    expect(await asked?.hitAll([threshold])).toBeUndefined();
    expect(reports).toBe(1);
  });

  test('is taken out of all of them', async () => {
    const limiter = createRateLimiter(redisOf(), systemClock);
    const counts = [count('one', 1), count('two', 1)];
    for (let call = 0; call < 3; call += 1) {
      expect(await limiter.hitAll(counts)).toBeUndefined();
      await limiter.takeBack(counts);
    }
    await limiter.takeBack(counts);
    expect(await limiter.hitAll(counts)).toBeUndefined();
    expect(await limiter.hitAll(counts)).toBeDefined();
  });
});

test('an address counts with the networks around it, each of which has its multiple', async () => {
  const rule = { name: 'networks', limit: 2, windowSeconds: 60 };
  const limits = (ip: string, more = {}) =>
    perAddress({ ...rule, ...more }, ip, { of: 'x' }).map(({ subject, limit }) => [subject, limit]);
  expect(limits('203.0.113.9')).toEqual([
    ['x@203.0.113.9', 2],
    ['x@203.0.113.0/24', 10],
  ]);
  expect(limits('2001:db8:1:2ab::1', { networkTimes: [3, 6] })).toEqual([
    ['x@2001:db8:1:2ab::/64', 2],
    ['x@2001:db8:1:200::/56', 6],
    ['x@2001:db8:1::/48', 12],
  ]);
  const limiter = createRateLimiter(undefined, systemClock);
  let answered = 0;
  for (let network = 0; network < 630; network += 1)
    if (!(await limiter.hitAll(perAddress(rule, `2001:db8:2:${network.toString(16)}::1`)))) answered += 1;
  expect(answered, 'of 630 networks in one /48').toBe(20);
});

test('the clock of the system may be set: no window ends for it, and none lasts longer', async () => {
  const limiter = createRateLimiter(undefined, steadyClock);
  for (let call = 0; call < 3; call += 1) await limiter.hit(DAY_RULE, 'steady');
  const days = 200 * 86_400_000;
  for (const jump of [days, -days]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    expect(await limiter.hit(DAY_RULE, 'steady')).toBeGreaterThan(80_000);
    expect(await limiter.hit(DAY_RULE, 'steady')).toBeLessThanOrEqual(86_400);
    vi.useRealTimers();
  }
});

test('a flood of subjects does not fill the memory, and never frees the newest ones', async () => {
  const limiter = createRateLimiter(undefined, systemClock);
  for (let subject = 0; subject < 100_000; subject += 1) await limiter.hit(RULE, `flood-${subject}`);
  for (let call = 0; call < 3; call += 1) await limiter.hit(RULE, 'attacker');
  for (let subject = 0; subject < 50_000; subject += 1) await limiter.hit(RULE, `more-${subject}`);
  expect(await limiter.hit(RULE, 'attacker')).toBeGreaterThan(0);
});
