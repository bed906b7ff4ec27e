import { hash, verify } from '@node-rs/argon2';
import { isCommonPassword } from 'domain/common-passwords';
import { Refusal } from '../errors.ts';
import { createSemaphore } from '../lib/semaphore.ts';

/**
 * OWASP's minimum for argon2id (the library's default kind): 19 MiB, two passes, one lane. About 6 ms of one
 * core.
 */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Hashing is the costliest thing a stranger can ask for: few at once, few more waiting, the rest told to come
 * back.
 */
const MAX_HASHING = 4;
const MAX_WAITING = 32;

export interface Passwords {
  /** Hash for storage; refuses the commonest passwords. */
  hash(password: string): Promise<string>;
  /**
   * The account that `find` answers, if this is its password. Without an account or a stored hash it takes
   * the same time, so that the answer tells nothing about the e-mail. `find` is called once it is its turn: a
   * flood of guesses then holds as few database connections as it may hash passwords.
   */
  matching<Account extends { passwordHash: string | null }>(
    find: () => Promise<Account | null | undefined>,
    password: string,
  ): Promise<Account | undefined>;
}

export function createPasswords(): Passwords {
  const semaphore = createSemaphore(
    MAX_HASHING,
    MAX_WAITING,
    () => new Refusal('overloaded', { retryAfterSeconds: 2 }),
  );
  let decoy: Promise<string> | undefined;
  return {
    async hash(password) {
      if (isCommonPassword(password)) throw new Refusal('common_password');
      return await semaphore.run(() => hash(password, ARGON2));
    },
    async matching(find, password) {
      return await semaphore.run(async () => {
        const account = await find();
        decoy ??= hash('no account has this password', ARGON2);
        const equal = await verify(account?.passwordHash ?? (await decoy), password);
        return equal && typeof account?.passwordHash === 'string' ? account : undefined;
      });
    },
  };
}
