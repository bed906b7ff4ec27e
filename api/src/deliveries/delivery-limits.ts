import { claimLocks, type LockConnection, releaseLocks } from './deliveries.sql.ts';
import type { DeliveryRules } from './delivery-rules.ts';

/**
 * Limits of calls to accounts, shared by all calls of a process: its own gate, and locks over all processes.
 */
export interface DeliveryLimits {
  locks: DeliveryLocks;
  gate: AccountGate;
}

/** The right to make one delivery alone, and to call its account if `mayCall`. */
export interface Slot {
  /** False while the account is closed: the attempt then counts as silent. */
  mayCall: boolean;
  /** Has to be called once the outcome is recorded. Never throws. */
  free(result: CallResult): Promise<void>;
}

/**
 * 'held': another worker is making the delivery. 'busy': the account has too many calls under way. 'failing':
 * the account failed last time, and so did those that take up all calls to such accounts.
 */
export type NoSlot = 'held' | 'busy' | 'failing';

/** Claims the delivery, and one of its account's `count` slots over all processes. */
export async function claimSlot(
  limits: DeliveryLimits,
  deliveryId: string,
  { account, count }: { account: string; count: number },
): Promise<Slot | NoSlot> {
  const { locks, gate } = limits;
  const entry = gate.enter(account);
  if (entry === 'closed') return await claimSlotWithoutCall(limits, deliveryId);
  if (entry !== 'entered') return entry;
  let lock: Locked | undefined;
  try {
    lock = await locks.claim(deliveryId, { account, count });
  } finally {
    if (typeof lock !== 'function') gate.exit(account, 'skipped');
  }
  if (typeof lock === 'string') return lock;
  const release = lock;
  return {
    mayCall: true,
    async free(result) {
      gate.exit(account, result);
      await release();
    },
  };
}

/** Claims the delivery alone. */
export async function claimSlotWithoutCall(
  { locks }: DeliveryLimits,
  deliveryId: string,
): Promise<Slot | NoSlot> {
  const lock = await locks.claim(deliveryId);
  return typeof lock === 'string' ? lock : { mayCall: false, free: lock };
}

/**
 * 'busy': too many calls of the account under way. 'failing': it failed last time, and accounts that did have
 * too many. 'closed': it was silent so often that it is not called for a while.
 */
type Entry = 'entered' | 'busy' | 'failing' | 'closed';
/** 'skipped': the account was not called, or the call says nothing about it. */
export type CallResult = 'answered' | 'silent' | 'skipped';

/**
 * Decides which accounts this process may call, so that those that hang or are gone leave slots for the
 * others.
 */
export interface AccountGate {
  /** `exit` has to follow 'entered', and no other entry. */
  enter(account: string): Entry;
  exit(account: string, result: CallResult): void;
}

interface Account {
  calls: number;
  /** In a row. */
  failures: number;
  closedUntil: number;
}

/**
 * In memory: each process learns by itself, again after each start. An account that was silent
 * `breakerFailures` times in a row is closed; afterwards the result of one call opens it or closes it again.
 * Keeps only accounts in trouble or in use.
 */
export function createAccountGate(
  rules: DeliveryRules,
  now: () => number = () => performance.now(),
): AccountGate {
  const accounts = new Map<string, Account>();
  let callsOfFailing = 0;

  return {
    enter(key) {
      const account = accounts.get(key) ?? { calls: 0, failures: 0, closedUntil: 0 };
      if (account.failures >= rules.breakerFailures && (account.calls > 0 || now() < account.closedUntil))
        return 'closed';
      if (account.calls >= rules.callsPerAccount) return 'busy';
      if (account.failures > 0 && callsOfFailing >= rules.callsOfFailing) return 'failing';
      if (account.failures > 0) callsOfFailing += 1;
      account.calls += 1;
      accounts.set(key, account);
      return 'entered';
    },
    exit(key, result) {
      const account = accounts.get(key);
      if (!account) return;
      // Recounted below from the new state.
      if (account.failures > 0) callsOfFailing -= account.calls;
      account.calls -= 1;
      if (result === 'answered') account.failures = 0;
      if (result === 'silent') {
        account.failures += 1;
        account.closedUntil = now() + rules.breakerOpenMs;
      }
      if (account.failures > 0) callsOfFailing += account.calls;
      else if (account.calls === 0) accounts.delete(key);
    },
  };
}

/** Gives locks back. Never throws. */
export type Release = () => Promise<void>;

/** 'held': the delivery or request is claimed already. 'busy': all slots of the account are in use. */
export type Locked = Release | 'held' | 'busy';

/** Keeps two calls, over all processes, from having the same delivery or the same slot of an account. */
export interface DeliveryLocks {
  /**
   * Claims the delivery or request of that id, and one of the account's `count` slots if an account is given.
   */
  claim(id: string, slots?: { account: string; count: number }): Promise<Locked>;
}

/**
 * Session locks on one connection of this process, its worker lease: PostgreSQL drops them the moment the
 * process is killed, which needs no clock. If only the connection is lost, calls under way go on unlocked for
 * some seconds: a call that is then made twice has the same effect as one, and the delivery's row accepts one
 * end. A session may lock its own lock again, so a set says which are claimed within the process.
 */
export function createDeliveryLocks(connection: () => Promise<LockConnection>): DeliveryLocks {
  const claimed = new Set<string>();
  /** Claims run one after the other, or two of them would be given the same slot. */
  let last: Promise<unknown> = Promise.resolve();

  const releaseOf = (lockedBy: LockConnection, keys: string[]): Release => {
    for (const key of keys) claimed.add(key);
    return async () => {
      // Forgotten only after the unlock: a session that locks twice needs two unlocks.
      await releaseLocks(lockedBy, keys).catch(() => undefined);
      for (const key of keys) claimed.delete(key);
    };
  };
  const claimBoth = async (work: string, slots: string[]): Promise<Locked> => {
    if (claimed.has(work)) return 'held';
    const free = slots.filter((slot) => !claimed.has(slot));
    if (slots.length > 0 && free.length === 0) return 'busy';
    const lease = await connection();
    const locks = await claimLocks(lease, work, free);
    if (!locks) return 'held';
    const release = releaseOf(lease, locks.other === undefined ? [work] : [work, locks.other]);
    if (slots.length === 0 || locks.other !== undefined) return release;
    await release();
    return 'busy';
  };

  return {
    claim(id, slots) {
      const keys = Array.from({ length: slots?.count ?? 0 }, (_, slot) => `slot:${slots?.account}:${slot}`);
      const next = last.then(() => claimBoth(`delivery:${id}`, keys));
      last = next.catch(() => undefined);
      return next;
    },
  };
}
