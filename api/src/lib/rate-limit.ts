import { networksOf } from './client-network.ts';
import type { Clock } from './clock.ts';
import type { Redis } from './redis.ts';

/** At most `limit` calls in `windowSeconds` for one subject. */
export interface RateLimit {
  name: string;
  limit: number;
  windowSeconds: number;
  /**
   * Counted in PostgreSQL while no Redis answers, so that several processes together let no more through than
   * one. Other rules are each process's own then.
   */
  isStrict?: true;
  /** Each process's own also while Redis answers: a call with such rules alone waits for no other server. */
  isOwn?: true;
  /** Counted for each address: how many times the limit the wider networks around it have. */
  networkTimes?: NetworkTimes;
}

/** Multiples of one address's limit for a /24 or /56, and for a /48. */
type NetworkTimes = readonly [number, number];

/**
 * A /56 is what a provider gives one household, a /24 or /48 one company: five and ten times one address's
 * limit is ample for people who share it, and makes further addresses worth little to one attacker.
 */
const NETWORK_TIMES: NetworkTimes = [5, 10];

/** One count to which a call adds. */
export interface CallCount {
  rule: RateLimit;
  subject: string;
  limit: number;
  /**
   * A full 'threshold' refuses nothing itself: counts that hold 'past-threshold', later in the list, then
   * may.
   */
  holds: 'always' | 'threshold' | 'past-threshold';
  /** Called if this 'threshold' is found full: by the process's own count, and once more by Redis's. */
  onFull?: (() => void) | undefined;
}

/** The rule that refuses a call, and for how long. */
export interface Excess {
  rule: RateLimit;
  retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Adds the call to all counts; or, where one is full, to none of them. */
  hitAll(counts: readonly CallCount[]): Promise<Excess | undefined>;
  /** Counts one call; answers the seconds to wait when it is one too many, else undefined. */
  hit(rule: RateLimit, subject: string): Promise<number | undefined>;
  /** Takes a call that was let through out of its counts. */
  takeBack(counts: readonly CallCount[]): Promise<void>;
}

/**
 * Counts shared by all processes where no Redis answers. `excess`: the place in `counts` of the one that
 * refuses.
 */
export interface SharedCounts {
  hitAll(counts: readonly KeyedCount[]): Promise<{ excess: number; remainingMs: number } | undefined>;
  takeBack(keys: readonly string[]): Promise<void>;
}

export interface KeyedCount extends CallCount {
  key: string;
  windowMs: number;
}

/** A count for one subject alone: an employee, a merchant. */
export function perSubject(
  rule: RateLimit,
  subject: string,
  holds: CallCount['holds'] = 'always',
): CallCount {
  return { rule, subject, limit: rule.limit, holds };
}

/**
 * A count for the address and for each network around it; with `of`, for that subject as asked for from
 * there.
 */
export function perAddress(
  rule: RateLimit,
  ip: string,
  { of, holds = 'always' }: { of?: string; holds?: CallCount['holds'] } = {},
): CallCount[] {
  const times = [1, ...(rule.networkTimes ?? NETWORK_TIMES)];
  return networksOf(ip).map((network, index) => ({
    rule,
    subject: of === undefined ? network : `${of}@${network}`,
    limit: rule.limit * (times[index] ?? 1),
    holds,
  }));
}

/** Bounds the memory; the oldest windows are forgotten first. */
const MAX_SUBJECTS_IN_MEMORY = 100_000;

// A refused call is counted nowhere, so that a refused caller uses up nothing its neighbors share.
const HIT_ALL = `
local threshold = 0
for place, key in ipairs(KEYS) do
  local limit, holds = tonumber(ARGV[place * 3 - 2]), ARGV[place * 3 - 1]
  if tonumber(redis.call('GET', key) or 0) >= limit then
    if holds == 'threshold' then threshold = place
    elseif holds == 'always' or threshold > 0 then return {place - 1, redis.call('PTTL', key), threshold} end
  end
end
for place, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[place * 3]) end
end
return {-1, 0, threshold}`;

const TAKE_BACK = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end
return 1`;

/**
 * Counts in this process and in Redis, and refuses what is too much in either. Emptying Redis does not reset
 * what this process has counted. While Redis is away, strict rules count in `shared`. `onExcess` is called
 * for each call that a rule refuses.
 */
export function createRateLimiter(
  redis: Redis | undefined,
  clock: Clock,
  { shared, onExcess }: { shared?: SharedCounts; onExcess?: (rule: RateLimit) => void } = {},
): RateLimiter {
  const own = createOwnCounts(clock);

  async function askRedis(redis: Redis, counts: KeyedCount[]) {
    const keys = counts.map(({ key }) => key);
    const args = counts.flatMap(({ limit, holds, windowMs }) => [String(limit), holds, String(windowMs)]);
    return await redis.attempt(
      (client) => client.eval(HIT_ALL, { keys, arguments: args }) as Promise<[number, number, number]>,
    );
  }

  async function askShared(counts: KeyedCount[]) {
    if (counts.every(({ rule }) => rule.isOwn)) return undefined;
    const answer = redis && (await askRedis(redis, counts));
    if (answer) counts[answer[2] - 1]?.onFull?.();
    if (answer) return answer[0] < 0 ? undefined : { excess: answer[0], remainingMs: answer[1] };
    if (!shared || !counts.some(({ rule }) => rule.isStrict)) return undefined;
    return await shared.hitAll(counts);
  }

  async function find(counts: KeyedCount[]): Promise<{ excess: number; remainingMs: number } | undefined> {
    // A call past one process's limit is past the shared one too. Then Redis and the database need not be
    // asked.
    const found = own.hitAll(counts);
    if (found) return found;
    const takeBackOwn = () => own.takeBack(counts.map(({ key }) => key));
    const shared = await askShared(counts).catch((error: unknown) => {
      takeBackOwn();
      throw error;
    });
    if (shared) takeBackOwn();
    return shared;
  }

  async function hitAll(counts: readonly CallCount[]): Promise<Excess | undefined> {
    const found = await find(counts.map(keyed));
    const rule = found && counts[found.excess]?.rule;
    if (!rule) return undefined;
    onExcess?.(rule);
    return { rule, retryAfterSeconds: Math.max(1, Math.ceil(found.remainingMs / 1_000)) };
  }

  return {
    hitAll,
    hit: async (rule, subject) => (await hitAll([perSubject(rule, subject)]))?.retryAfterSeconds,
    async takeBack(counts) {
      const keys = counts.map((count) => keyed(count).key);
      own.takeBack(keys);
      const answer = await redis?.attempt((client) => client.eval(TAKE_BACK, { keys }));
      if (answer === undefined && counts.some(({ rule }) => rule.isStrict)) await shared?.takeBack(keys);
    },
  };
}

function keyed(count: CallCount): KeyedCount {
  const { rule, subject } = count;
  return { ...count, key: `limit:${rule.name}:${subject}`, windowMs: rule.windowSeconds * 1_000 };
}

function createOwnCounts(clock: Clock) {
  const windows = new Map<string, { count: number; endsAt: number }>();
  const open = (key: string, now: number) => {
    const window = windows.get(key);
    return window && window.endsAt > now ? window : undefined;
  };
  return {
    hitAll(counts: readonly KeyedCount[]): { excess: number; remainingMs: number } | undefined {
      const now = clock.now().getTime();
      let isPastThreshold = false;
      for (const [excess, { key, limit, holds, onFull }] of counts.entries()) {
        const window = open(key, now);
        if (!window || window.count < limit) continue;
        if (holds === 'threshold') {
          isPastThreshold = true;
          onFull?.();
        } else if (holds === 'always' || isPastThreshold) return { excess, remainingMs: window.endsAt - now };
      }
      for (const { key, windowMs } of counts) {
        const window = open(key, now);
        if (window) window.count += 1;
        else {
          windows.delete(key);
          windows.set(key, { count: 1, endsAt: now + windowMs });
        }
      }
      if (windows.size > MAX_SUBJECTS_IN_MEMORY) forgetOldest(windows);
      return undefined;
    },
    takeBack(keys: readonly string[]) {
      for (const key of keys) {
        const window = windows.get(key);
        if (window && window.count > 0) window.count -= 1;
      }
    },
  };
}

/**
 * Many at once: a Map walks over every entry deleted before its first live one, so forgetting them one by one
 * would cost each new subject some eighty times as much.
 */
function forgetOldest(windows: Map<string, unknown>): void {
  let left = MAX_SUBJECTS_IN_MEMORY / 10;
  for (const subject of windows.keys()) {
    windows.delete(subject);
    left -= 1;
    if (left <= 0) return;
  }
}
