import { randomUUID } from 'node:crypto';
import { networksOf } from './client-network.ts';
import type { Redis } from './redis.ts';

/**
 * Most event streams that are open at a time. For an address: also for the networks around it, narrowest
 * first. Behind one address may be all merchants of a mall.
 */
const MOST = { session: [4], employee: [20], merchant: [100], address: [200, 1_000, 2_000] };

export type StreamLimit = keyof typeof MOST;

/** How long Redis counts a stream of which it hears no more: its process may have been killed. */
const LEASE_MS = 30_000;

/** Takes one slot of each subject, or none. One that holds them already keeps them for another lease. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stream, lease = ARGV[1], ARGV[2]
for place, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local isFull = redis.call('ZCARD', key) >= tonumber(ARGV[place + 2])
  if isFull and not redis.call('ZSCORE', key, stream) then return place - 1 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + lease, stream)
  redis.call('PEXPIRE', key, lease)
end
return -1`;

const GIVE_BACK = `
for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end
return 1`;

interface Slot {
  limit: StreamLimit;
  key: string;
  most: number;
}

/** The slots that one stream takes. */
export interface StreamSlots {
  /**
   * Takes slots of this process.
   * @returns the limit that has none left, or undefined
   */
  take(subjects: Partial<Record<StreamLimit, string>>): StreamLimit | undefined;
  /**
   * Takes the same slots among all processes, where Redis answers.
   * @returns the limit that has none left, or undefined
   */
  takeAmongAll(): Promise<StreamLimit | undefined>;
  giveBack(): void;
}

/**
 * Counts open event streams: in the process, whose sockets and memory they take, and in Redis among all
 * processes.
 */
export interface StreamLimits {
  open(): StreamSlots;
}

export function createStreamLimits(redis: Redis | undefined): StreamLimits {
  const taken = new Map<string, number>();

  async function takeInRedis(redis: Redis, stream: string, slots: Slot[]): Promise<StreamLimit | undefined> {
    const keys = slots.map(({ key }) => key);
    const args = [stream, String(LEASE_MS), ...slots.map(({ most }) => String(most))];
    const full = await redis.attempt(
      (client) => client.eval(TAKE, { keys, arguments: args }) as Promise<number>,
    );
    return full === undefined ? undefined : slots[full]?.limit;
  }

  return {
    open() {
      const stream = randomUUID();
      let own: Slot[] | undefined = [];
      let isInRedis = false;
      let renewing: NodeJS.Timeout | undefined;
      return {
        take(subjects) {
          for (const slot of slotsOf(subjects)) {
            const count = taken.get(slot.key) ?? 0;
            if (own === undefined || count >= slot.most) return slot.limit;
            own.push(slot);
            taken.set(slot.key, count + 1);
          }
          return undefined;
        },
        async takeAmongAll() {
          if (redis === undefined || own === undefined) return undefined;
          const slots = own;
          const renew = () => takeInRedis(redis, stream, slots);
          isInRedis = true;
          const full = await renew();
          if (full === undefined && own !== undefined) {
            renewing = setInterval(() => void renew(), LEASE_MS / 3).unref();
          }
          return full;
        },
        giveBack() {
          for (const { key } of own ?? []) {
            const left = (taken.get(key) ?? 1) - 1;
            if (left === 0) taken.delete(key);
            else taken.set(key, left);
          }
          clearInterval(renewing);
          if (isInRedis && own !== undefined) {
            const keys = own.map(({ key }) => key);
            void redis?.attempt((client) => client.eval(GIVE_BACK, { keys, arguments: [stream] }));
          }
          own = undefined;
        },
      };
    },
  };
}

function slotsOf(subjects: Partial<Record<StreamLimit, string>>): Slot[] {
  const entries = Object.entries(subjects) as [StreamLimit, string][];
  return entries.flatMap(([limit, subject]) =>
    (limit === 'address' ? networksOf(subject) : [subject]).map((each, at) => ({
      limit,
      key: `streams:${limit}:${each}`,
      most: MOST[limit][at] ?? 0,
    })),
  );
}
