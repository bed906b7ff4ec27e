import type { DeliveryRules } from './delivery-rules.ts';

/**
 * May be called now; has too many calls under way; failed last time, as too many do that are being called; was silent so
 * often that it is not called for a while.
 */
type Entry = 'entered' | 'busy' | 'failing' | 'closed';
/** 'unheard': the account was not called, or what it thinks of it is not known. */
export type CallResult = 'answered' | 'silent' | 'unheard';

/** Which accounts this process may call: so that those that hang, or are gone, leave room for the others. */
export interface AccountGate {
  /** After 'entered', and only then, `leave` has to follow. */
  enter(account: string): Entry;
  leave(account: string, result: CallResult): void;
}

interface Account {
  calls: number;
  /** In a row. */
  failures: number;
  closedUntil: number;
}

/**
 * In memory: each process finds out for itself, and after a restart again. An account that was silent `breakerFailures` times
 * in a row is closed; after that one call tries whether it is back, and decides. Only accounts in trouble or in use are kept.
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
    leave(key, result) {
      const account = accounts.get(key);
      if (!account) return;
      // Told anew below, by what is known now.
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
