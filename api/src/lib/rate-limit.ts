import type { Clock } from './clock.ts';
import type { Redis } from './redis.ts';

/** At most `limit` calls in `windowSeconds` for one subject. */
export interface RateLimit {
  name: string;
  limit: number;
  windowSeconds: number;
  /**
   * Holds in place of `limit` while the Redis there should be is away: then each process counts alone, and whoever
   * spreads calls over all of them gets as many times what one lets through.
   */
  limitWithoutRedis?: number;
}

export interface RateLimiter {
  /** Counts one call; answers the seconds to wait when it is one too many, else undefined. */
  hit(rule: RateLimit, subject: string): Promise<number | undefined>;
}

/** Bounds the fallback's memory; the oldest windows are forgotten first. */
const MAX_SUBJECTS_IN_MEMORY = 100_000;

const COUNT_IN_WINDOW = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

/** Counts in Redis when there is one that answers, else in this process. */
export function createRateLimiter(redis: Redis | undefined, clock: Clock): RateLimiter {
  const inMemory = createMemoryCounter(clock);
  return {
    async hit(rule, subject) {
      const key = `limit:${rule.name}:${subject}`;
      const windowMs = rule.windowSeconds * 1_000;
      const answer = await redis?.attempt(
        (client) =>
          client.eval(COUNT_IN_WINDOW, { keys: [key], arguments: [String(windowMs)] }) as Promise<
            [number, number]
          >,
      );
      // The process's own count goes on beside Redis, so that a Redis that dies does not open a fresh window.
      const own = inMemory(key, windowMs);
      const [count, remainingMs] = answer ?? own;
      const countsAlone = redis !== undefined && answer === undefined;
      const limit = countsAlone ? (rule.limitWithoutRedis ?? rule.limit) : rule.limit;
      return count > limit ? Math.max(1, Math.ceil(remainingMs / 1_000)) : undefined;
    },
  };
}

function createMemoryCounter(
  clock: Clock,
): (key: string, windowMs: number) => [count: number, remainingMs: number] {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return (key, windowMs) => {
    const now = clock.now().getTime();
    let window = windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { count: 0, endsAt: now + windowMs };
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > MAX_SUBJECTS_IN_MEMORY) forgetOldest(windows);
    }
    window.count += 1;
    return [window.count, window.endsAt - now];
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
