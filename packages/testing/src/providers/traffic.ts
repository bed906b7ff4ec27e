const MINUTE_MS = 60_000;
/** Stands for all keys together. */
const EVERYBODY = '';

interface Account {
  now: number;
  most: number;
  /** The times of the last minute's calls, oldest first. */
  recent: number[];
  busiest: number;
}

/** Counts calls by key: concurrent ones, and those of a minute. */
export function createTraffic() {
  const accounts = new Map<string, Account>();

  function accountOf(key: string): Account {
    const account = accounts.get(key) ?? { now: 0, most: 0, recent: [], busiest: 0 };
    accounts.set(key, account);
    // biome-ignore lint/plugin: a provider counts calls by its own minute.
    const old = account.recent.findIndex((at) => at > Date.now() - MINUTE_MS);
    account.recent.splice(0, old === -1 ? account.recent.length : old);
    return account;
  }

  return {
    /** Returns the function to call when the call is over. */
    begin(key = EVERYBODY): () => void {
      const counted = [accountOf(key), accountOf(EVERYBODY)];
      for (const account of new Set(counted)) {
        account.now += 1;
        account.most = Math.max(account.most, account.now);
        account.recent.push(Date.now());
        account.busiest = Math.max(account.busiest, account.recent.length);
      }
      return () => {
        for (const account of new Set(counted)) account.now -= 1;
      };
    },
    /** Includes the present call. */
    of(key: string): { now: number; inLastMinute: number } {
      const { now, recent } = accountOf(key);
      return { now, inLastMinute: recent.length };
    },
    connections(key = EVERYBODY): { now: number; most: number } {
      const { now, most } = accountOf(key);
      return { now, most };
    },
    ratePerMinute(key = EVERYBODY): { now: number; most: number } {
      const { recent, busiest } = accountOf(key);
      return { now: recent.length, most: busiest };
    },
  };
}
