import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { networksOf } from '../lib/client-network.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { timeLimits } from '../lib/time-limits.ts';

/**
 * OWASP's minimum for argon2id (the library's default kind): 19 MiB, two passes, one lane. About 6 ms of one
 * core.
 */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Hashing is the most expensive work that a stranger can cause: few run at once, few more wait, and not for
 * long; the rest are told to retry. Networks take turns.
 */
const MAX_HASHING = 4;
const MAX_WAITING = 32;

/** Who asks, by their address. */
interface Caller {
  ip: string;
}

export interface Passwords {
  /** Hashes a password or PIN for storage, with a salt of 16 bytes; by default a random one. */
  hash(password: string, caller: Caller, salt?: Buffer): Promise<string>;
  /**
   * Returns the account that `find` finds, if this is its password. Without an account or a stored hash it
   * takes the same time, so that the response reveals nothing about the e-mail. `find` runs when hashing may
   * start: a flood of guesses then holds no more database connections than hashing slots.
   */
  matching<Account extends { passwordHash: string | null }>(
    find: () => Promise<Account | null | undefined>,
    password: string,
    caller: Caller,
  ): Promise<Account | undefined>;
}

export function createPasswords(): Passwords {
  const semaphore = createSemaphore(
    MAX_HASHING,
    MAX_WAITING,
    () => new Refusal('overloaded', { retryAfterSeconds: 2 }),
    () => timeLimits.turn,
  );
  let decoy: Promise<string> | undefined;
  return {
    hash: (password, caller, salt) =>
      semaphore.run(() => hash(password, { ...ARGON2, ...(salt && { salt }) }), flowOf(caller)),
    async matching(find, password, caller) {
      return await semaphore.run(async () => {
        const account = await find();
        decoy ??= hash('no account has this password', ARGON2);
        const equal = await verify(account?.passwordHash ?? (await decoy), password);
        return equal && typeof account?.passwordHash === 'string' ? account : undefined;
      }, flowOf(caller));
    },
  };
}

/** The address's /24 or /48, because one stranger may have all addresses of such a network. */
const flowOf = ({ ip }: Caller) => networksOf(ip).at(-1) ?? ip;
