import { dropLock, type LockConnection, takeFirstLock } from './delivery-locks.sql.ts';

/** Gives a lock back; never throws. */
export type Release = () => Promise<void>;

/** What no two calls may have at once, over all processes. */
export interface DeliveryLocks {
  /** The right to make this delivery. Undefined: somebody else does. */
  hold(deliveryId: string): Promise<Release | undefined>;
  /** One of an account's connections, of so many. Undefined: all are in use. */
  takeLane(account: string, lanes: number): Promise<Release | undefined>;
}

/**
 * Session locks on one connection of this process, its worker lease: PostgreSQL drops them the moment the process is killed,
 * and needs no clock for that. Where only the connection is lost, calls under way go on without their locks, for seconds at
 * most; what is sent twice then has the same effect as once, and the delivery's row takes only one outcome. A session may take
 * its own lock again, so within the process a set says what is taken.
 */
export function createDeliveryLocks(connection: () => Promise<LockConnection>): DeliveryLocks {
  const taken = new Set<string>();
  /** One after the other, or two calls of this process would be given the same lane. */
  let last: Promise<unknown> = Promise.resolve();

  const takeOne = async (keys: string[]): Promise<Release | undefined> => {
    const free = keys.filter((key) => !taken.has(key));
    if (free.length === 0) return undefined;
    const held = await connection();
    const key = await takeFirstLock(held, free);
    if (key === undefined) return undefined;
    taken.add(key);
    return async () => {
      // Only then may it be taken again: a lock that is taken twice outlives being dropped once.
      await dropLock(held, key).catch(() => undefined);
      taken.delete(key);
    };
  };
  const take = (keys: string[]): Promise<Release | undefined> => {
    const next = last.then(() => takeOne(keys));
    last = next.catch(() => undefined);
    return next;
  };

  return {
    hold: (deliveryId) => take([`delivery:${deliveryId}`]),
    takeLane: (account, lanes) => take(Array.from({ length: lanes }, (_, lane) => `lane:${account}:${lane}`)),
  };
}
