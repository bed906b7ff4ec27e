import { dropLocks, type LockConnection, takeLocks } from './delivery-locks.sql.ts';

/** Gives locks back; never throws. */
export type Release = () => Promise<void>;

/** 'held': somebody else is at this delivery or request. 'busy': all of the account's connections are in use. */
export type Locked = Release | 'held' | 'busy';

/** What no two calls may have at once, over all processes. */
export interface DeliveryLocks {
  /**
   * The right to make this delivery, or to answer this request, alone, and one of its account's connections, of so many; of
   * none where none is needed.
   */
  take(id: string, lanes?: { account: string; count: number }): Promise<Locked>;
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

  const releaseOf = (held: LockConnection, keys: string[]): Release => {
    for (const key of keys) taken.add(key);
    return async () => {
      // Only then may they be taken again: a lock that is taken twice outlives being dropped once.
      await dropLocks(held, keys).catch(() => undefined);
      for (const key of keys) taken.delete(key);
    };
  };
  const takeBoth = async (work: string, lanes: string[]): Promise<Locked> => {
    if (taken.has(work)) return 'held';
    const free = lanes.filter((lane) => !taken.has(lane));
    if (lanes.length > 0 && free.length === 0) return 'busy';
    const held = await connection();
    const locks = await takeLocks(held, work, free);
    if (!locks) return 'held';
    const release = releaseOf(held, locks.other === undefined ? [work] : [work, locks.other]);
    if (lanes.length === 0 || locks.other !== undefined) return release;
    await release();
    return 'busy';
  };

  return {
    take(id, lanes) {
      const keys = Array.from({ length: lanes?.count ?? 0 }, (_, lane) => `lane:${lanes?.account}:${lane}`);
      const next = last.then(() => takeBoth(`delivery:${id}`, keys));
      last = next.catch(() => undefined);
      return next;
    },
  };
}
